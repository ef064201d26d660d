import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

const head = new Head(16_384, 100)
const pieces = ['GET / HTTP/1.1\r', '\nHost', ': x\r\n\r\nGET']
for (const piece of pieces) {
  const bytes = Buffer.from(piece)
  console.log(head.scan(bytes, 0, bytes.length))
}
