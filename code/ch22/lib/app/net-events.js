import { channel } from 'node:diagnostics_channel'
import { NetHead } from './net-head.js'

/** @typedef {(error?: any) => void} Callback */

// Where node:http tells tracers of a response.
const finished = channel('http.server.response.finish')

/** The events of a response of our own engine. */
export class NetEvents extends NetHead {
  finished = false
  writableFinished = false
  /** What the connection had been given before the response, and with it. */
  #start = this.connected.output.total
  #end = 0

  /** The size of head and body, in bytes. */
  get bytesWritten() {
    const end = this.finished ? this.#end : this.connected.output.total
    return end - this.#start
  }

  /** Whether something waits until it has left. */
  get isWatched() {
    if (this._events === undefined) return false
    return this.listenerCount('finish') > 0 || this.listenerCount('close') > 0
  }

  /** Called when all of it has been given to the connection. */
  complete() {
    this.finished = true
    this.writableNeedDrain = false
    this.#end = this.connected.output.total
    if (this._events !== undefined) this.emit('prefinish')
    if (!this.destroyed) this.connected.finish(/** @type {any} */ (this))
  }

  /** The client takes more again. */
  drained() {
    if (!this.writableNeedDrain) return
    this.writableNeedDrain = false
    this.emit('drain')
  }

  /** @param {any} error undefined: all of it has left */
  sent(error) {
    if (error) return this.lost()
    this.writableFinished = true
    const { req: request, socket, connected } = this
    if (request.complete) request.forgetBody()
    if (finished.hasSubscribers) {
      const { server } = connected.engine
      finished.publish({ request, response: this, socket, server })
    }
    if (!this.isWatched) return
    this.socket = null
    this.emit('finish')
    process.nextTick(() => this.lost())
  }

  /** Nothing else will happen to it: it was sent, or the connection has ended. */
  lost() {
    if (this._closed) return
    this._closed = true
    this.destroyed = true
    this.emit('close')
  }

  // What is collected needs no cork.
  cork() {}
  uncork() {}

  /** @param {Error} [error] */
  destroy(error) {
    if (this.destroyed) return this
    this.destroyed = true
    this.errored = error
    if (this.writableFinished) process.nextTick(() => this.lost())
    else this.connected.abort()
    return this
  }
}

// Properties here, and not accessors as those of node:http.
Object.defineProperties(NetEvents.prototype, {
  writableNeedDrain: { value: false, writable: true },
  errored: { value: null, writable: true },
})
