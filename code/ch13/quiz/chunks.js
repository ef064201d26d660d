import { Buffer } from 'node:buffer'
import { Chunked } from '../lib/engine/body.js'

const body = new Chunked(16_384)
for (const piece of ['5\r\nhel', 'lo\r\n3\r\n, 0\r\n0', '\r\n\r\nGET']) {
  const bytes = Buffer.from(piece)
  const index = body.read(bytes, 0, (data) => console.log(String(data)))
  if (index >= 0) console.log(index)
}
