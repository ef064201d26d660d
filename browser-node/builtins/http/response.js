import { Buffer } from '../buffer.js'
import { invalidArgType, nodeError } from '../errors.js'
import { nextTick } from '../loop.js'
import { STATUS_CODES } from './constants.js'
import { destroyed, invalidChar, isInvalidValue } from './errors.js'
import { ResponseHead } from './head.js'

/** @typedef {(error?: Error | null) => void} Done */

/** A response: what it sends is what node:http sends, over the engine. */
export class ServerResponse extends ResponseHead {
  strictContentLength = false
  writable = true
  writableFinished = false
  writableNeedDrain = false
  finished = false
  destroyed = false
  closed = false
  /** @type {Error | null} */
  errored = null
  /** The engine tells when it has left. */
  isWatched = true
  #isHeadSent = false
  /** @type {Buffer[]} written in this turn */
  #chunks = []
  #written = 0
  socket = this._engine.socket

  get connection() {
    return this.socket
  }

  get writableEnded() {
    return this.finished
  }

  get writableLength() {
    return this.socket?.writableLength ?? 0
  }

  /**
   * @param {any} chunk
   * @param {any} [encoding]
   * @param {Done} [callback]
   * @returns {boolean} whether there is room for more
   */
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') return this.write(chunk, null, encoding)
    const bytes = bytesOf(chunk, encoding)
    if (!this.#mayWrite(callback)) return false
    if (!this.headersSent) this.writeHead(this.statusCode)
    this.#count(bytes.length, false)
    const isRoom = this.#put(bytes)
    if (callback) nextTick(callback)
    if (!isRoom) this.writableNeedDrain = true
    return isRoom
  }

  /** @param {Done} [callback] */
  #mayWrite(callback) {
    if (!this.finished && !this.destroyed) return true
    const error = this.destroyed
      ? destroyed('write')
      : nodeError('ERR_STREAM_WRITE_AFTER_END', 'write after end')
    nextTick(() => {
      callback?.(error)
      if (!this.destroyed) this.emit('error', error)
    })
    return false
  }

  /**
   * @param {number} length of a chunk
   * @param {boolean} isLast
   */
  #count(length, isLast) {
    this.#written += length
    const promised = this._promised
    if (!this.strictContentLength || promised === null) return
    const isWrong = isLast
      ? this.#written !== promised
      : this.#written > promised
    if (!isWrong) return
    throw nodeError(
      'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
      `Response body's content-length of ${this.#written} byte(s) does not ` +
        `match the content-length of ${promised} byte(s) set in header`,
    )
  }

  /** @param {Buffer} bytes */
  #put(bytes) {
    if (!this._hasBody || bytes.length === 0) return true
    if (!this._isChunked) {
      this.#sendHead()
      return this._engine.send(bytes)
    }
    this.#chunks.push(bytes)
    if (this.#chunks.length === 1) nextTick(() => this.#sendChunk())
    return !this.socket?.writableNeedDrain
  }

  /** What is written in one turn is one chunk. */
  #sendChunk() {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    if (bytes.length === 0 || this.destroyed) return
    this.#sendHead(`${bytes.length.toString(16)}\r\n`)
    this._engine.send(bytes)
    this.writableNeedDrain ||= !this._engine.send('\r\n')
  }

  /** @param {string} [text] that goes with it */
  #sendHead(text = '') {
    const head = this.#isHeadSent ? '' : this._head
    this.#isHeadSent = true
    this._engine.send(head + text)
  }

  /**
   * @param {any} [chunk]
   * @param {any} [encoding]
   * @param {Done} [callback]
   * @returns {this}
   */
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') return this.end(null, null, chunk)
    if (typeof encoding === 'function') return this.end(chunk, null, encoding)
    const bytes = chunk ? bytesOf(chunk, encoding) : Buffer.alloc(0)
    if (this.finished && !chunk) return this
    if (!this.#mayWrite(callback)) return this
    if (!this.headersSent) this.#writeWholeHead(bytes.length)
    this.#count(bytes.length, true)
    if (callback) this.once('finish', callback)
    this.#put(bytes)
    this.#sendChunk()
    this.#sendHead(this._isChunked ? '0\r\n\r\n' : '')
    // Else the client would read the next response as the rest of this one.
    if (this.#written < (this._promised ?? 0)) this.shouldKeepAlive = false
    this.finished = true
    this.writable = false
    this.emit('prefinish')
    this._engine.finish(this)
    return this
  }

  /** @param {number} length of the body */
  #writeWholeHead(length) {
    const { statusCode } = this
    this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown'
    if (isInvalidValue(this.statusMessage)) throw invalidChar('statusMessage')
    this._makeHead(length)
  }

  flushHeaders() {
    if (!this.headersSent) this.writeHead(this.statusCode)
    this.#sendHead()
  }

  writeContinue() {
    this._engine.send('HTTP/1.1 100 Continue\r\n\r\n')
  }

  // What the engine collects needs no cork.
  cork() {}

  uncork() {}

  /** @param {Error} [error] */
  destroy(error) {
    if (this.destroyed) return this
    this.destroyed = true
    this.errored = error ?? null
    if (this.writableFinished) nextTick(() => this.lost())
    else this._engine.abort()
    return this
  }

  /** The client has caught up. */
  drained() {
    if (!this.writableNeedDrain) return
    this.writableNeedDrain = false
    this.emit('drain')
  }

  /** @param {Error | null} [error] none: all of it has left */
  sent(error) {
    if (error) return this.lost()
    this.writableFinished = true
    this.socket = null
    if (this.req.complete) this.req.forgetBody?.()
    this.emit('finish')
    nextTick(() => this.lost())
  }

  /** Nothing else will happen to it. */
  lost() {
    if (this.closed) return
    this.closed = true
    this.destroyed = true
    this.emit('close')
  }
}

/**
 * @param {any} chunk
 * @param {any} encoding
 * @returns {Buffer}
 */
function bytesOf(chunk, encoding) {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding || 'utf8')
  if (chunk instanceof Uint8Array) {
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  }
  const expected = 'of type string or an instance of Buffer or Uint8Array'
  throw invalidArgType('chunk', expected, chunk)
}
