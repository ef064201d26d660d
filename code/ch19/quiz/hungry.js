import { parseMultipart } from '../lib/http/multipart.js'

const parser = parseMultipart('cut')
parser.next()

const pieces = [
  '--cut\r\nContent-Disposition: form-data; name=bird\r\n\r\ntui\r',
  '\n--c',
  'at\r\n--cut--',
]
for (const piece of pieces) {
  let { value: event } = parser.next(Buffer.from(piece))
  while (event !== undefined) {
    if (Buffer.isBuffer(event)) console.log(JSON.stringify(`${event}`))
    event = parser.next().value
  }
}
