import { Buffer } from 'node:buffer'
import { answerOf, refusalOf } from '../lib/engine/refuse.js'
import { methodAt, minorVersionAt } from '../lib/engine/request-line.js'

for (const line of [
  'GET /hey HTTP/1.1',
  'HEAD /hey HTTP/1.0',
  'get /hey HTTP/1.1',
  'BREW /coffee HTTP/2.0',
  'GET /hey http/1.1',
]) {
  const bytes = Buffer.from(line)
  const method = methodAt(bytes, 0, line.indexOf(' '))
  const minor = minorVersionAt(bytes, line.lastIndexOf(' ') + 1, bytes.length)
  console.log(line, [method, minor])
}
console.log(answerOf(refusalOf('Unknown method')))
