const bytes = new Uint8Array([1, 2, 3, 4])
const part = bytes.subarray(1, 3)

const copy = structuredClone(part, { transfer: [part.buffer] })
console.log(bytes.length, part.length, copy.length)
