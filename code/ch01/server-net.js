import { once } from 'node:events'
import { createServer } from 'node:net'
import { answer, text } from './demo/routes.js'
import { keepsAlive, refusal } from './lib/http/connection.js'
import { parseRequestHead } from './lib/http/request-head.js'
import { writeResponse } from './lib/http/response.js'

/** @import { Socket } from 'node:net' */

/** How long a connection may be idle, in ms. */
const IDLE = 5000

/** How long a client may take to close its side after ours, in ms. */
const LINGER = 1000

/**
 * Answers the requests of one connection, in order, as each becomes complete.
 *
 * @param {Socket} socket
 */
function serve(socket) {
  let pending = Buffer.alloc(0)
  socket.setTimeout(IDLE, () => socket.destroy())
  // Without a listener, one reset connection would end the process.
  socket.on('error', () => socket.destroy())
  socket.on('data', (/** @type {Buffer<ArrayBuffer>} */ chunk) => {
    if (!socket.writable) return
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    pending = pending.subarray(answerRequests(socket, pending))
  })
}

/**
 * @param {Socket} socket
 * @param {Buffer} bytes
 * @returns {number} how many bytes have been handled
 */
function answerRequests(socket, bytes) {
  let offset = 0
  while (socket.writable) {
    const head = parseRequestHead(bytes, offset)
    if (head === null) break
    if (head.error) refuse(socket, head.error)
    else respond(socket, head)
    offset = head.error ? bytes.length : head.bodyStart
  }
  return offset
}

/**
 * @param {Socket} socket
 * @param {import('./lib/http/request-head.js').RequestHead} head
 */
function respond(socket, head) {
  const isHead = head.method === 'HEAD'
  const error = refusal(head)
  if (error) return refuse(socket, error, isHead)
  const keepAlive = keepsAlive(head)
  const response = answer(head.method, head.target)
  socket.write(writeResponse(response, { keepAlive, idle: IDLE, isHead }))
  if (!keepAlive) finish(socket)
}

/**
 * @param {Socket} socket
 * @param {import('./lib/http/request-head.js').RequestError} error
 * @param {boolean} [isHead]
 */
function refuse(socket, { status, message }, isHead) {
  const response = text(status, message)
  const options = { keepAlive: false, idle: IDLE, isHead }
  socket.write(writeResponse(response, options))
  finish(socket)
}

/**
 * Closes our side, then waits for the client to close its own. If we closed
 * both at once, unread bytes would cause a reset, which can overtake the
 * response (RFC 9112 §9.6).
 *
 * @param {Socket} socket
 */
function finish(socket) {
  socket.end()
  const deadline = setTimeout(() => socket.destroy(), LINGER)
  socket.on('close', () => clearTimeout(deadline))
}

/**
 * Starts a server, and resolves once it accepts connections.
 *
 * @param {{ port?: number, host?: string }} [options] port 0 picks a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  /** @type {Set<Socket>} */
  const sockets = new Set()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.forEach(finish)
      }),
  }
}

if (import.meta.main) {
  const { PORT = '8080', HOST = '127.0.0.1' } = process.env
  const server = await start({ port: Number(PORT), host: HOST })
  console.log(`Listening on ${server.url}`)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close())
  }
} else if (import.meta.main === undefined) {
  // import.meta.main is new in Node.js 24.2.
  throw new Error(
    `Got Node.js ${process.version}, expected 24.2 or newer: install it from ` +
      'https://nodejs.org',
  )
}
