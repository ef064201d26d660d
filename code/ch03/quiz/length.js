const text = '€5'
console.log(text.length, Buffer.byteLength(text))
console.log(String(Buffer.from(text).subarray(0, 1)))
