import { tooLate } from './misuse.js'
import { NetHead } from './net-head.js'

/** @typedef {(error?: any) => void} Callback */

/** What else looks at the listeners of an emitter, or changes them. */
const LISTENING = [
  ...['eventNames', 'listenerCount', 'listeners', 'rawListeners', 'off'],
  ...['removeListener', 'removeAllListeners', 'prependListener'],
]

/** What becomes of an answer of our own engine, and who is told. */
export class NetSending extends NetHead {
  /** Whether `end` was called. */
  finished = false
  /** @type {Callback[] | null} who waits until all is sent */
  #waiting = null
  #needsDrain = false
  #isSent = false
  /** Whether nobody has been told of that. */
  #isUntold = false
  #isClosed = false
  #isDestroyed = false
  #isTimed = false
  /** @type {any} */
  #error = null
  /** Whether anybody has listeners, but for the first for errors. */
  #isHeard = false
  /** @type {Callback | null} that one: the router's, and mostly the only one */
  #onError = null

  get writable() {
    return true
  }

  get writableEnded() {
    return this.finished
  }

  get writableFinished() {
    return this.#isSent
  }

  get closed() {
    return this.#isClosed
  }

  get destroyed() {
    return this.#isDestroyed || this.#isClosed
  }

  get errored() {
    return this.#error
  }

  get writableNeedDrain() {
    return this.#needsDrain && !this.finished && !this.destroyed
  }

  get writableLength() {
    return this.socket?.writableLength ?? 0
  }

  get writableHighWaterMark() {
    return this.connected.socket.writableHighWaterMark
  }

  /** Whether anybody wants to know when the answer has been sent. */
  get isWatched() {
    return (
      this.#waiting !== null ||
      (this.#isHeard &&
        (this.listenerCount('finish') > 0 || this.listenerCount('close') > 0))
    )
  }

  /**
   * @param {boolean} isTaken whether the client keeps up
   * @param {Callback} [callback]
   */
  wrote(isTaken, callback) {
    this.#needsDrain ||= !isTaken
    if (callback && isTaken) process.nextTick(callback)
    else if (callback) this.whenSent(callback)
    return isTaken
  }

  /** @param {Callback} callback */
  whenSent(callback) {
    if (this.#isSent) return callback(tooLate('end', 'finished'))
    if (this.#isClosed) return callback(tooLate('end', 'destroyed'))
    this.#waiting ??= []
    this.#waiting.push(callback)
  }

  /** @param {any} error null: it was sent */
  #callBack(error) {
    const callbacks = this.#waiting ?? []
    this.#waiting = null
    for (const callback of callbacks) callback(error)
  }

  /** The client takes more again. */
  drained() {
    if (this.finished) return
    this.#callBack(null)
    if (!this.#needsDrain) return
    this.#needsDrain = false
    this.emit('drain')
  }

  /** All of it has left, or leaves with the answers behind it. */
  sent() {
    const { isWatched, req } = this
    this.#isSent = true
    if (req.complete) req.forgetBody()
    if (isWatched) this.#tell()
    else this.#isUntold = true
  }

  #tell() {
    this.socket = null
    this.#callBack(null)
    this.emit('finish')
    process.nextTick(() => this.#close())
  }

  /**
   * @param {any} event
   * @param {any} listener who may come behind the end
   */
  on(event, listener) {
    if (event === 'error' && this.#mayKeep(listener)) {
      this.#onError = listener
      return this
    }
    this.#hear()
    if (this.#isUntold && (event === 'finish' || event === 'close')) {
      this.#isUntold = false
      process.nextTick(() => this.#tell())
    }
    return super.on(event, listener)
  }

  /** @param {any} listener */
  #mayKeep(listener) {
    const isFirst = !this.#isHeard && this.#onError === null
    return isFirst && typeof listener === 'function'
  }

  /** Makes an emitter of it, which few answers have to be. */
  #hear() {
    if (this.#isHeard) return
    this.#isHeard = true
    if (this.#onError !== null) super.on('error', this.#onError)
  }

  static {
    const methods = /** @type {any} */ (NetSending.prototype)
    for (const name of LISTENING) {
      const method = methods[name]
      /** @this {NetSending} @param {any[]} args */
      methods[name] = function (...args) {
        this.#hear()
        return Reflect.apply(method, this, args)
      }
    }
    methods.addListener = methods.on
  }

  /**
   * @param {any} event
   * @param {any[]} args
   */
  emit(event, ...args) {
    if (!this.#isHeard && event !== 'error') return false
    this.#hear()
    return super.emit(event, ...args)
  }

  /** The connection has ended before. */
  lost() {
    this.#callBack(this.#error ?? tooLate('end', 'destroyed'))
    this.#close()
  }

  #close() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isDestroyed = true
    this.emit('close')
  }

  /** @param {Error} [error] */
  destroy(error) {
    if (this.#isDestroyed) return this
    this.#isDestroyed = true
    this.#error = error
    if (this.#isSent) process.nextTick(() => this.#close())
    else this.connected.abort()
    return this
  }

  /**
   * @param {Error} error
   * @param {Callback} [callback]
   * @returns {false}
   */
  refuse(error, callback) {
    process.nextTick(() => {
      callback?.(error)
      if (!this.#isDestroyed) this.emit('error', error)
    })
    return false
  }

  /**
   * @param {number} time without any byte, in ms; 0 is for ever
   * @param {() => void} [callback] what happens then, other than the end
   */
  setTimeout(time, callback) {
    if (callback) this.on('timeout', callback)
    const { socket, req } = this
    if (!socket) return this
    socket.setTimeout(time)
    if (this.#isTimed) return this
    this.#isTimed = true
    const onTimeout = () => {
      const isHeard = !req.complete && req.emit('timeout', socket)
      if (!this.emit('timeout', socket) && !isHeard) socket.destroy()
    }
    socket.on('timeout', onTimeout)
    this.once('close', () => socket.setTimeout(0).off('timeout', onTimeout))
    return this
  }
}
