const chunk = Buffer.from('hi')
console.log(JSON.stringify({ id: 7, chunk }))
