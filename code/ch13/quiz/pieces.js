import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

const head = new Head(16_384)
const pieces = ['GET / HTTP/1.1\r', '\nHost', ': x\r\n\r\nGET']
for (const piece of pieces) {
  console.log(head.scan(Buffer.from(piece), 0))
}
