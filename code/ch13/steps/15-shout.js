import { once } from 'node:events'
import net from 'node:net'
import { NetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const SHOUT = 'Connection: Upgrade\r\nUpgrade: shout\r\n\r\n'
const server = new NetServer({ Request, Response }).listen(0, '127.0.0.1')
await once(server, 'listening')
server.on('upgrade', (_req, socket, rest) => {
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${SHOUT}`)
  socket.unshift(rest)
  socket.setEncoding('latin1')
  socket.on('data', (/** @type {string} */ text) => {
    socket.write(text.toUpperCase())
  })
  socket.on('end', () => socket.end())
})

/** @param {string} sent */
function connect(sent) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1').setEncoding('latin1')
  client.on('data', (text) => console.log(text.split('\r\n').filter(Boolean)))
  client.write(sent)
  return client
}

const client = connect(`GET / HTTP/1.1\r\nHost: a\r\n${SHOUT}is anybody`)
await once(client, 'data')
client.end('there?')
await once(client, 'close')
connect('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n')
await once(server, 'connection')
server.close()
