console.log('Loading')
