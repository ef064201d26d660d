import { Buffer } from 'node:buffer'
import { channel } from 'node:diagnostics_channel'
import { isUint8Array } from 'node:util/types'
import { NetHead } from './net-head.js'

/** @typedef {(error?: any) => void} Callback */

// Where node:http tells tracers of a response.
const finished = channel('http.server.response.finish')

/** A response of our own engine: its body, and its events. */
export class NetResponse extends NetHead {
  // Properties here, and not accessors as those of node:http.
  finished = false
  writableFinished = false
  writableNeedDrain = false
  /** @type {Error | null | undefined} */
  errored = null
  /** What the connection had been given before it, in bytes. */
  #start = this.connected.output.total
  /** Of the body, in bytes. */
  #written = 0
  /** Whether it is too long, until the `error` event has said so. */
  #isOverrun = false

  /**
   * Sends an ordinary response as one string.
   *
   * @param {number} status
   * @param {string} type of the body
   * @param {unknown} body
   * @returns {boolean} false: there is something unusual about it, and nothing
   *   has been sent
   */
  sendWhole(status, type, body) {
    const isNew = this._header === null && !this.statusMessage
    if (!isNew || typeof body !== 'string' || this.destroyed) return false
    // An old client is told the length only by a field.
    if (this.req.httpVersionMinor === 0) return false
    // Packages put functions of their own in the place of these.
    if (this.writeHead !== writeHead || this.end !== end) return false
    const length = Buffer.byteLength(body)
    if (!this.storeOrdinary(status, type, length)) return false
    this.#written = length
    this._headerSent = true
    const { connected, _header } = this
    const isAscii = length === body.length
    connected.send(isAscii ? _header + body : _header)
    if (!isAscii) connected.send(Buffer.from(body))
    this.complete()
    return true
  }

  /**
   * @param {any} chunk
   * @param {any} [encoding]
   * @param {Callback} [callback]
   * @returns {boolean} whether the client keeps up
   * @throws {TypeError} ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES
   */
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') return this.write(chunk, null, encoding)
    if (this.#isOverrun) return false
    if (this.finished || this.destroyed || !isChunk(chunk)) {
      // Tells what is wrong, and sends nothing.
      return super.write(chunk, encoding, callback)
    }
    const bytes = bytesOf(chunk, encoding)
    if (this._header === null) this._implicitHeader()
    const { length } = bytes ?? chunk
    if (!this.#fits(length, false, callback)) return false
    const isTaken = this.#put(chunk, bytes)
    if (callback) this.#whenSent(callback)
    if (!isTaken) this.writableNeedDrain = true
    return isTaken
  }

  /**
   * @param {any} [chunk]
   * @param {any} [encoding]
   * @param {Callback} [callback]
   * @returns {this}
   * @throws {TypeError} as `write`
   */
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') return this.end(null, null, chunk)
    if (typeof encoding === 'function') return this.end(chunk, null, encoding)
    if (this.#isOverrun) return this
    const data = chunk ?? ''
    if (!isChunk(data) || (this.finished && data !== '')) {
      super.write(data, encoding, callback)
      return this
    }
    if (this.finished) {
      if (callback) this.#whenSent(callback)
      return this
    }
    const bytes = bytesOf(data, encoding)
    const { length } = bytes ?? data
    if (this._header === null) this.#writeHeadFor(length)
    if (!this.#fits(length, true)) return this
    this.#put(data, bytes)
    const isChunked = this.chunkedEncoding && this._hasBody
    if (isChunked) this._send(`0\r\n${this._trailer}\r\n`)
    // The client would read the next response as the rest of this one.
    if (this.#written < this.promised) this.shouldKeepAlive = false
    if (callback) this.#whenSent(callback)
    this.complete()
    return this
  }

  /** @param {Callback} callback told with an error when it was not */
  #whenSent(callback) {
    this.connected.output.tell({ isWatched: true, sent: callback })
  }

  /** @param {number} length of the whole body, in bytes */
  #writeHeadFor(length) {
    this._contentLength = length
    try {
      this._implicitHeader()
    } finally {
      // It may be another response that is sent, about the error.
      this._contentLength = null
    }
  }

  /**
   * More than the head says would be read as the next response, so it is not
   * sent. While the head has not left, there can be another response.
   *
   * @param {number} length of a chunk
   * @param {boolean} isLast
   * @param {Callback} [callback]
   * @returns {boolean} whether it may be sent
   */
  #fits(length, isLast, callback) {
    const total = this.#written + length
    const { promised, strictContentLength } = this
    const isShort = isLast && strictContentLength && total < promised
    if (promised === -1 || (total <= promised && !isShort)) {
      this.#written = total
      return true
    }
    if (!this._headerSent) this._header = null
    const message = `Response body: got ${total} bytes, expected ${promised}`
    const code = 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'
    const error = Object.assign(new Error(message), { code })
    if (strictContentLength) throw error
    // A pipe would not catch it, and goes on to end() in this turn.
    this.#isOverrun = true
    process.nextTick(() => {
      this.#isOverrun = false
      callback?.(error)
      if (!this.destroyed) this.emit('error', error)
    })
    return false
  }

  /**
   * @param {any} chunk
   * @param {Uint8Array | undefined} bytes undefined: the chunk is ASCII
   */
  #put(chunk, bytes) {
    if (!this._hasBody) return this._send('')
    const { length } = bytes ?? chunk
    const isChunked = this.chunkedEncoding && length > 0
    const before = isChunked ? `${length.toString(16)}\r\n` : ''
    const after = isChunked ? '\r\n' : ''
    if (bytes === undefined) return this._send(before + chunk + after)
    this._send(before)
    const isTaken = this.connected.send(bytes)
    return isChunked ? this.connected.send(after) : isTaken
  }

  /**
   * Called by what is inherited, too.
   *
   * @param {string} text behind the head, when that has not left
   */
  _send(text) {
    if (this._headerSent) return this.connected.send(text)
    this._headerSent = true
    return this.connected.send(this._header + text)
  }

  /**
   * What ServerResponse says before the response. Clients of HTTP/1.0 would
   * take it for the response.
   *
   * @param {string} head
   * @param {unknown} _encoding
   * @param {Callback} [callback]
   */
  _writeRaw(head, _encoding, callback) {
    if (callback) process.nextTick(callback)
    return this.req.httpVersionMinor === 0 || this.connected.send(head)
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
    this.bytesWritten = this.connected.output.total - this.#start
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

const { writeHead, end } = NetResponse.prototype

/**
 * @param {any} chunk
 * @param {any} encoding
 * @returns {Uint8Array | undefined} undefined: it is a string of ASCII
 */
function bytesOf(chunk, encoding) {
  if (typeof chunk !== 'string') return chunk
  const isText = !encoding || encoding === 'utf8' || encoding === 'utf-8'
  if (isText && Buffer.byteLength(chunk) === chunk.length) return undefined
  return Buffer.from(chunk, encoding || 'utf8')
}

/** @param {any} chunk */
const isChunk = (chunk) => typeof chunk === 'string' || isUint8Array(chunk)
