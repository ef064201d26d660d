import net from 'node:net'
import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const server = makeNetServer({ Request, Response })
server.on('request', (_req, res) => setTimeout(() => res.end('hello'), 5))

/** @returns {net.Socket & { fates: string[] }} what its answers say */
function connect() {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  /** @type {string[]} */
  const fates = []
  client.on('data', (text) => {
    fates.push(...(String(text).match(/(?<=Connection: )\S+/g) ?? []))
  })
  return Object.assign(client, { fates })
}

server.listen(0, '127.0.0.1', () => {
  const clients = [connect(), connect(), connect()]
  const [, busy, crowd] = clients
  busy.write(GET)
  busy.on('data', () => {
    if (busy.fates.length === 20) {
      server.close(() => {
        for (const { fates } of clients) {
          console.log(fates.length, fates.slice(-3))
        }
      })
      crowd.write(GET + GET + GET)
    }
    if (busy.fates.at(-1) !== 'close') busy.write(GET)
  })
})
