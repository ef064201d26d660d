import { closeWhenQuiet, socketsOf } from '../common/closing.js'
import { Engine } from './engine.js'
import { sweep } from './sweep.js'

/** @import { Socket } from 'node:net' */

/**
 * Makes a net.Server that speaks HTTP/1.1, or a tls.Server, with the events and
 * the methods of node:http's.
 *
 * @param {any} options Classes, Limits, and `tls` with options of tls.Server
 * @returns {import('node:net').Server}
 */
export function makeNetServer({ tls, ...options }) {
  /** @type {any} loaded here, because few programs need both */
  const { Server } = process.getBuiltinModule(tls ? 'node:tls' : 'node:net')
  const server = new Server({
    ...(tls && { ALPNProtocols: ['http/1.1'], ...tls }),
    noDelay: true,
  })
  const engine = new Engine(server, options)
  sweep(engine)
  const event = tls ? 'secureConnection' : 'connection'
  server.on(event, (/** @type {Socket} */ socket) => {
    // A client that has sent its FIN still gets its answers.
    socket.allowHalfOpen = true
    engine.connect(socket)
  })
  server.on('tlsClientError', engine.fail.bind(engine))
  addMethods(server, engine)
  return server
}

/**
 * @param {any} server
 * @param {Engine} engine
 */
function addMethods(server, engine) {
  const { close } = server
  const { connections, limits } = engine
  const sockets = socketsOf(server)
  Object.assign(server, {
    /** @param {(error?: Error) => void} [callback] when the last one is gone */
    close(callback) {
      if (server.listening) {
        engine.isClosing = true
        server.once('close', () => {
          engine.isClosing = false
        })
        closeWhenQuiet(server, connections, sockets, limits.closeTimeout)
      }
      return close.call(server, callback)
    },
    closeIdleConnections() {
      for (const { isIdle, socket } of connections) {
        if (isIdle) socket.destroy()
      }
    },
    closeAllConnections() {
      for (const { isUpgraded, socket } of connections) {
        if (!isUpgraded) socket.destroy()
      }
    },
  })
}
