import { byChunks, byLength, requestsIn } from '../steps/06-readers.js'

const hidden = 'GET /admin HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n'
const bytes =
  'POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n' +
  'Transfer-Encoding: chunked\r\n\r\n' +
  `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`

for (const bodyLength of [byChunks, byLength]) {
  const requests = requestsIn(bytes, bodyLength)
  console.log(requests.map(([head]) => head.split(' ')[1]).join(' '))
}
