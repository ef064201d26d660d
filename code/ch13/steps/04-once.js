import { Buffer } from 'node:buffer'
import { FieldLines } from '../lib/engine/field-lines.js'

let looked = 0
class Counted extends FieldLines {
  /** @type {FieldLines['run']} */
  run(bytes, at, end) {
    const stop = super.run(bytes, at, end)
    looked += stop - at
    return stop
  }
}

const head = Buffer.from(`X: ${'x'.repeat(16_000)}\r\n\r\n`)
const lines = new Counted(20_000, 100)
for (let at = 0; at < head.length; at++) lines.scan(head, at, at + 1)
console.log(`${head.length} bytes, looked at ${looked} times`)
console.log(`The text has ${lines.text.length} characters`)
