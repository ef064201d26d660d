import { Buffer } from 'node:buffer'

const head = Buffer.from(`X: ${'x'.repeat(16_000)}\r\n\r\n`)
let looked = 0
for (let length = 1; length <= head.length; length++) {
  const arrived = head.subarray(0, length)
  looked += length
  if (arrived.includes('\r\n\r\n')) break
}
console.log(`${head.length} bytes, looked at ${looked} times`)
