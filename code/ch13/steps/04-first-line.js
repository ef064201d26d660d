import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

for (const text of [
  'GET /hey HTTP/1.1\r\n',
  '\r\nGET /hey HTTP/1.0\r\n',
  'GET   /hey HTTP/1.1\r\n',
  'GET /hey HTTP/2.0\r\n',
  'GET /hey\n',
  'BREW /coffee HTTP/1.1\r\n',
  `GET /${'hey'.repeat(20)}`,
]) {
  const head = new Head(50)
  for (const byte of Buffer.from(text)) {
    head.scan(Buffer.of(byte), 0)
    if (head.refusal !== null) break
  }
  const { method, target, minor, refusal } = head
  const read = `${method} ${target}, 1.${minor}`
  console.log(JSON.stringify(text.slice(0, 25)), refusal?.status ?? read)
}
