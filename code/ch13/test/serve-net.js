import { once } from 'node:events'
import net from 'node:net'
import { after } from 'node:test'
import { velocy } from './serving.js'

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server on our own engine, which ends with the test file.
 *
 * @param {(router: import('../lib/index.js').Router) => void} addRoutes
 * @param {import('../lib/app/server.js').ServerOptions} [options]
 * @param {(error: any) => void} [onError]
 */
export async function serveNet(addRoutes, options, onError = () => {}) {
  const router = new velocy.Router({ onError })
  router.get('/a', (_req, res) => res.text('ok'))
  addRoutes(router)
  const server = velocy.createServer(router, { engine: 'net', ...options })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  return { host: '127.0.0.1', port, server }
}

/**
 * @param {number} port
 * @param {string} [sent] right after the connection is there
 */
export function connect(port, sent = '') {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  socket.write(sent)
  return socket
}

/**
 * @param {string} path
 * @param {string} [fields] each with its line break
 */
export const get = (path, fields = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`

/**
 * @param {string} path
 * @param {string} body
 */
export const post = (path, body) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
