import { VelocyError } from '../common/errors.js'
import { Output } from '../engine/output.js'
import { frameOf } from './frames.js'

/** @import { Socket } from 'node:net' */

/** The values of readyState. */
export const OPEN = 1
const CLOSING = 2
export const CLOSED = 3

/** The half of a WebSocket that sends. */
export class Sender extends EventTarget {
  /** 1: open, 2: closing, 3: closed */
  readyState = OPEN
  /** @type {PromiseWithResolvers<void> | null} */
  #draining = null
  #limit

  /**
   * @param {Socket} socket
   * @param {number} limit of what may wait when there's more to send, in bytes
   */
  constructor(socket, limit) {
    super()
    /** @protected */
    this.socket = socket
    /** @protected */
    this.output = new Output(socket)
    this.#limit = limit
  }

  /**
   * Sends a message.
   *
   * @param {string | Uint8Array} data
   * @returns {boolean} false: the client is behind, see `drained`, or has left
   * @throws {TypeError} for other data
   */
  send(data) {
    return this.sendFrame(frameOf(data))
  }

  /**
   * Sends a frame that is made already.
   * @internal
   * @param {string | Buffer} frame
   */
  sendFrame(frame) {
    if (this.readyState !== OPEN) return false
    if (this.bufferedAmount > this.#limit) return this.#giveUp()
    return this.write(frame)
  }

  /** @protected @param {string | Buffer} frame */
  write(frame) {
    return typeof frame === 'string'
      ? this.output.add(frame)
      : this.output.addBytes(frame)
  }

  /** Ends the connection without a word. */
  terminate() {
    this.startClosing()
    this.socket.destroy()
  }

  /** @protected */
  startClosing() {
    if (this.readyState === OPEN) this.readyState = CLOSING
  }

  /** @protected @param {any} _error why it ends */
  tell(_error) {}

  /** The client is behind no longer. @internal */
  drain() {
    this.#draining?.resolve()
    this.#draining = null
  }

  /** What the client has not taken yet, in bytes. */
  get bufferedAmount() {
    return this.output.waiting
  }

  #giveUp() {
    const waiting = this.bufferedAmount.toLocaleString('en')
    const limit = this.#limit.toLocaleString('en')
    this.terminate()
    const message = `${waiting} bytes wait for a client whose limit is ${limit}`
    this.tell(new VelocyError('ERR_VELOCY_SLOW_CLIENT', message))
    return false
  }

  /** @returns {Promise<void>} when the client has caught up, or has left */
  async drained() {
    this.output.flush()
    if (!this.socket.writableNeedDrain || this.readyState === CLOSED) return
    this.#draining ??= Promise.withResolvers()
    await this.#draining.promise
  }
}
