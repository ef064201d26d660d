const path = '/a%2Fb/c'
console.log(path.split('/').length, decodeURIComponent(path).split('/').length)
