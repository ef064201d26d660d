import net from 'node:net'
import { Engine } from './engine.js'

/** @import { Classes } from './engine.js' */
/** @import { Limits } from './limits.js' */
/** @typedef {Classes & Partial<Limits>} EngineOptions */

/**
 * A client that half-closes has sent all that it wants to ask, and waits for
 * the answers.
 */
const SOCKETS = { allowHalfOpen: true, noDelay: true }

/** A server of HTTP/1.1. It has the events and methods of node:http's. */
export class NetServer extends net.Server {
  /** @param {EngineOptions} options */
  constructor(options) {
    super(SOCKETS)
    this.engine = new Engine(this, options)
    this.on('connection', (socket) => this.engine.connect(socket))
  }

  /** @param {(error?: Error) => void} [callback] when the last one is gone */
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
