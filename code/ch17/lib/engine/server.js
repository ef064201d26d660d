import net from 'node:net'
import tls from 'node:tls'
import { Engine } from './engine.js'

/** @import { Classes } from './exchange.js' */
/** @import { Limits } from './limits.js' */
/** @typedef {Classes & Partial<Limits> & { tls?: tls.TlsOptions }} Options */

/**
 * A server of HTTP/1.1, with the events and methods of node:http's.
 *
 * @param {new (...args: any[]) => net.Server} Base
 * @param {string} event that tells of a connection
 */
const speakingHttp = (Base, event) =>
  class extends Base {
    /** @param {any[]} args Options */
    constructor(...args) {
      const { tls, ...options } = /** @type {Options} */ (args[0])
      super({ ALPNProtocols: ['http/1.1'], ...tls, noDelay: true })
      this.engine = new Engine(this, options)
      this.on(event, (socket) => {
        // Who half-closes waits for answers, now that there can be some.
        socket.allowHalfOpen = true
        this.engine.connect(socket)
      })
      if (tls) this.#watchHandshakes()
    }

    /** Before TLS has begun, a connection is one already. */
    #watchHandshakes() {
      this.on('connection', (socket) => this.engine.shake(socket))
      this.on('tlsClientError', (error, socket) => {
        if (!this.emit('clientError', error, socket)) socket.destroy()
      })
    }

    /**
     * Ends each connection with the answer that it waits for or with its next
     * one, or when it has been quiet for a while.
     *
     * @param {(error?: Error) => void} [callback] when the last one is gone
     */
    close(callback) {
      if (this.listening) this.engine.close()
      return super.close(callback)
    }

    closeIdleConnections() {
      this.engine.destroy((connection) => connection.isIdle)
    }

    closeAllConnections() {
      this.engine.destroy((connection) => !connection.isHandedOver)
    }
  }

export const NetServer = speakingHttp(net.Server, 'connection')
export const TlsServer = speakingHttp(tls.Server, 'secureConnection')

/** Limits that may be set on the server itself, as node:http lets programs. */
const SETTABLE = [
  'headersTimeout',
  'requestTimeout',
  'keepAliveTimeout',
  'maxRequestsPerSocket',
  'closeTimeout',
]
for (const { prototype } of [NetServer, TlsServer]) {
  for (const name of /** @type {(keyof Limits)[]} */ (SETTABLE)) {
    Object.defineProperty(prototype, name, {
      get() {
        return this.engine.limits[name]
      },
      set(limit) {
        this.engine.limits[name] = limit
      },
    })
  }
}
