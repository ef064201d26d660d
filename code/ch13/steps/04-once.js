import { Buffer } from 'node:buffer'
import { FieldLines, INCOMPLETE } from '../lib/engine/lines.js'

let looked = 0

/** @type {import('../lib/engine/lines.js').Read} */
function readLine(bytes, start, end) {
  const lineFeed = bytes.subarray(start, end).indexOf('\n')
  looked += lineFeed === -1 ? end - start : lineFeed + 1
  return lineFeed === -1 ? INCOMPLETE : start + lineFeed + 1
}

const head = Buffer.from(`X: ${'x'.repeat(16_000)}\r\n\r\n`)
const lines = new FieldLines(20_000)
for (let at = 0; at < head.length; at++) {
  lines.readLines(head.subarray(at, at + 1), 0, readLine)
  looked++
}
console.log(`${head.length} bytes, looked at ${looked} times`)
