import { Buffer } from 'node:buffer'
import { MessageReader } from '../lib/realtime/reader.js'

const reader = new MessageReader(1000)
const pieces = [
  [0x01, 0x82, 0, 0, 0, 0, 0x67, 0x6f],
  [0x89, 0x81, 0, 0, 0, 0, 0x3f],
  [0x80, 0x82, 0, 0, 0, 0, 0x61, 0x74],
]
for (const bytes of pieces) {
  reader.push(Buffer.from(bytes))
  while (reader.next()) console.log(reader.type, String(reader.data))
}
