const path = '/me'
const slash = '/'.charCodeAt(0)

console.log(path.charCodeAt(0) === slash)
console.log(path.charCodeAt(3) === slash)
console.log(path.charCodeAt(3) !== slash)
