import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

const TRICKS = [
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: chunked, identity',
  'Content-Length: +5',
  'Content-Length: 5\r\nContent-Length: 5',
  'Content-Length:\r\nContent-Length: 5',
  ': x\r\nContent-Length: 5',
  'Accept: */*\nContent-Length: 5',
  'Accept: */*\r\n Content-Length: 5',
]

for (const trick of TRICKS) {
  const text = `POST / HTTP/1.1\r\nHost: x\r\n${trick}\r\n\r\n`
  const head = new Head(16_384)
  head.scan(Buffer.from(text, 'latin1'), 0)
  console.log(JSON.stringify(trick))
  console.log(`  ${head.refusal?.status} ${head.refusal?.detail}`)
}
