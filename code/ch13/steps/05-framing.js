import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

const ALL = [
  '',
  'Content-Length: 5',
  'Content-Length: 0',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Content-Length: 5, 5',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
]

for (const fields of ALL) {
  const lines = fields && `${fields}\r\n`
  const text = `POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n`
  const head = new Head(16_384)
  head.scan(Buffer.from(text), 0)
  const { refusal, isChunked, contentLength } = head
  const body = isChunked ? 'chunks' : `${Math.max(contentLength, 0)} bytes`
  console.log(JSON.stringify(fields), refusal?.status ?? body)
}
