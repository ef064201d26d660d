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
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    socket.write(String(chunk).toUpperCase())
  })
  socket.on('end', () => socket.end())
})

/** @param {string} sent @param {string} later */
async function ask(sent, later) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  let answer = ''
  client.on('data', (chunk) => {
    answer += chunk
  })
  client.write(sent)
  await once(client, 'data')
  client.end(later)
  await once(client, 'close')
  console.log(answer.trim().split('\r\n'))
}

await ask(`GET / HTTP/1.1\r\nHost: a\r\n${SHOUT}is anybody`, ' there?')
await ask('CONNECT b:80 HTTP/1.1\r\nHost: b:80\r\n\r\n', '')
server.close()
