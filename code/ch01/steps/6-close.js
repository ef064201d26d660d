import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'

const server = http.createServer((_req, res) => {
  res.end('hello')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('no port')

// One client has its answer and keeps the connection for another request.
const idle = connect({ port: address.port })
idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
await once(idle, 'data')

// Another sends half a request, while a third shows that it has arrived.
const half = connect({ port: address.port })
half.write('GET / HT')
half.on('error', () => half.destroy())
await once(half, 'connect')
await fetch(`http://127.0.0.1:${address.port}/`).then((res) => res.text())

server.close(() => console.log('closed'))
await once(idle, 'end')
server.getConnections((_error, count) => {
  console.log(`after close(): ${count} connection left`)
  server.closeAllConnections()
})
