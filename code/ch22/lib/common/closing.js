/** @import { Socket } from 'node:net' */

/**
 * @typedef {object} Connection
 * @property {Socket} socket
 * @property {boolean} isIdle nothing is under way
 * @property {boolean} isInHead part of a head has arrived
 */

/** How often close() looks for connections that are quiet, in ms. */
const INTERVAL = 100

/**
 * How long an idle connection is quiet before close() ends it, in ms: longer
 * than a request takes to arrive from the other side of the earth.
 */
const QUIET = 200

/** How long it waits for the rest of a head, in ms. */
const PAUSE = 1000

/** @type {WeakSet<import('node:net').Server>} that will stop listening soon */
export const unready = new WeakSet()

/**
 * Called again and again while a server closes.
 *
 * @type {Set<(server: import('node:net').Server) => void>}
 */
export const closingListeners = new Set()

/**
 * Ends the connections of a server that has stopped listening: those on which
 * nothing is under way when no byte has moved for a while, and all that are left
 * when the time is over.
 *
 * @param {import('node:net').Server} server
 * @param {Iterable<Connection>} connections
 * @param {Iterable<Socket>} sockets all of them, those in a TLS handshake too
 * @param {number} closeTimeout in ms; 0 is at once
 */
export function closeWhenQuiet(server, connections, sockets, closeTimeout) {
  /** @type {WeakMap<Socket, { bytes: number, since: number }>} */
  const seen = new WeakMap()
  const look = () => {
    // What lasts ends by itself.
    for (const listener of closingListeners) listener(server)
    const now = performance.now()
    for (const { socket, isIdle, isInHead } of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten
      const last = seen.get(socket)
      const isQuiet = Object.is(last?.bytes, bytes) && !socket.writableLength
      if (!last || !isQuiet) seen.set(socket, { bytes, since: now })
      else if (isIdle || isInHead) {
        if (now - last.since >= (isIdle ? QUIET : PAUSE)) socket.destroy()
      }
    }
  }
  look()
  // If the event loop was blocked, first read what has arrived meanwhile.
  const interval = setInterval(() => setImmediate(look), INTERVAL).unref()
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, closeTimeout)
  server.once('close', () => {
    clearInterval(interval)
    clearTimeout(deadline)
  })
}

/**
 * @param {import('node:net').Server} server
 * @returns {Set<Socket>} its open sockets, below TLS if there is any
 */
export function socketsOf(server) {
  const sockets = new Set()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
