/** Servers that write down what their handler has seen, by the client's port. */

import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { begun } from '../../../../packages/http1-conformance/fuzz/reference.js'

/** @import { Read } from '../../../../packages/http1-conformance/fuzz/reference.js' */

/**
 * @typedef {object} Observed a server
 * @property {number} port
 * @property {(clientPort: number) => Read[]} take what it has seen of a client,
 *   which it then forgets
 * @property {(clientPort: number) => number} bytesRead of a client
 */

/**
 * @param {(handler: (req: any, res: any) => void) => net.Server} create
 * @returns {Promise<Observed>}
 */
export async function observe(create) {
  /** @type {Map<number, Read[]>} */
  const seen = new Map()
  /** @type {Map<number, net.Socket>} */
  const sockets = new Map()
  const server = create((req, res) => {
    const { method, url: target, rawHeaders: fields } = req
    const read = begun(method, target, fields)
    const { remotePort } = req.socket
    const reads = seen.get(remotePort)
    if (reads) reads.push(read)
    else seen.set(remotePort, [read])
    req.on('data', (/** @type {Buffer} */ chunk) => {
      read.body += chunk.toString('latin1')
      note()
    })
    // What was seen counts, whether or not 'end' came before an error.
    const note = () => {
      read.isWhole = req.complete
      read.trailers = req.rawTrailers
    }
    req.on('end', () => {
      note()
      res.writeHead(200, { 'content-length': 0 })
      res.end()
    })
    req.on('close', note)
    req.on('error', () => {})
  })
  server.on('connection', (/** @type {net.Socket} */ socket) => {
    sockets.set(socket.remotePort ?? 0, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  return {
    port,
    take(clientPort) {
      const reads = seen.get(clientPort) ?? []
      seen.delete(clientPort)
      sockets.delete(clientPort)
      return reads
    },
    bytesRead: (clientPort) => sockets.get(clientPort)?.bytesRead ?? 0,
  }
}

/** @type {(handler: any) => net.Server} */
export const nodeHttp = (handler) => http.createServer(handler)

/** @param {{ status: number }} error @param {any} _req @param {any} res */
const refuse = ({ status }, _req, res) => {
  res.shouldKeepAlive = false
  res.writeHead(status, { connection: 'close' }).end()
}

/**
 * @param {string} folder of a snapshot
 * @param {string} engine
 * @returns {Promise<(handler: any) => net.Server>}
 */
export async function velocy(folder, engine) {
  const { createServer } = await import(`${folder}/lib/index.js`)
  return (handler) =>
    createServer({ handle: handler, fail: refuse, compile() {} }, { engine })
}
