import { Buffer } from 'node:buffer'
import { FieldLines } from '../lib/engine/field-lines.js'
import * as phases from '../lib/engine/phases.js'

class Printed extends FieldLines {
  /** @type {FieldLines['field']} */
  field(bytes, nameStart, nameEnd, valueEnd) {
    const name = bytes.toString('latin1', nameStart, nameEnd)
    const value = bytes.toString('latin1', nameEnd + 1, valueEnd)
    console.log(`  field ${name}, value "${value}"`)
  }
}

const nameOf = new Map(Object.entries(phases).map(([name, at]) => [at, name]))
const lines = new Printed(16_384, 100)
for (const piece of ['Ho', 'st: local', 'host\r\nAccept: *', '/*\r\n\r\nGET']) {
  const bytes = Buffer.from(piece)
  const index = lines.scan(bytes, 0, bytes.length)
  console.log(JSON.stringify(piece), index, nameOf.get(lines.phase))
}
