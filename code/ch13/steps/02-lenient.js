import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const server = createServer((req, res) => {
  console.log(`  HTTP/${req.httpVersion}, ${req.method} ${req.url}`)
  res.end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = /** @type {import('node:net').AddressInfo} */ (server.address())
for (const line of [
  'GET /hey HTTP/1.1\r\n',
  'GET   /hey HTTP/1.1\r\n',
  'GET /hey HTTP/2.0\r\n',
  'GET /hey\n',
]) {
  console.log(JSON.stringify(line))
  const socket = connect(address.port, '127.0.0.1')
  socket.write(`${line}Host: a\r\nConnection: close\r\n\r\n`)
  console.log(`  ${(await text(socket)).split('\r\n', 1)}`)
}
server.close()
