import { deepStrictEqual } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { distinctOf, headersOf, rawHeadersOf } from '../lib/engine/fields.js'

const text =
  'Host:  localhost \r\nAccept: text/html\r\nAccept: */*\r\n' +
  'User-Agent: curl\r\nUser-Agent: Firefox\r\nCookie: a=1\r\nCookie: b=2\r\n' +
  'Set-Cookie: c=3\r\nconstructor: x\r\n__proto__: y\r\n'

const server = createServer((req, res) => {
  deepStrictEqual(headersOf(text), req.headers)
  deepStrictEqual(rawHeadersOf(text), req.rawHeaders)
  deepStrictEqual(distinctOf(text), req.headersDistinct)
  console.log(headersOf(text))
  res.end()
  server.close()
}).listen(0)
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
connect(port).end(`GET / HTTP/1.1\r\n${text}\r\n`)
