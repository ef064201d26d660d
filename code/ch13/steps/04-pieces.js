import { Buffer } from 'node:buffer'
import { FieldLines } from '../lib/engine/lines.js'

class Printed extends FieldLines {
  /** @type {FieldLines['field']} */
  field(bytes, nameStart, nameEnd, valueEnd) {
    const name = bytes.toString('latin1', nameStart, nameEnd)
    const value = bytes.toString('latin1', nameEnd + 1, valueEnd)
    console.log(`  field ${name}, value "${value}"`)
  }
}

const lines = new Printed(16_384)
for (const piece of ['Ho', 'st: local', 'host\r\nAccept: *', '/*\r\n\r\nGET']) {
  const index = lines.scan(Buffer.from(piece), 0)
  console.log(JSON.stringify(piece), index)
}
console.log(JSON.stringify(lines.text))
