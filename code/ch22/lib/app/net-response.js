import { Buffer } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import { NetEvents } from './net-events.js'

/** @import { Callback } from './net-events.js' */

/** A response of our own engine: its body, and its events. */
export class NetResponse extends NetEvents {
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
    if (!isAscii) connected.sendBytes(Buffer.from(body))
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
    const hasChunk = chunk !== undefined && chunk !== null && chunk !== ''
    if (hasChunk && (this.finished || !isChunk(chunk))) {
      super.write(chunk, encoding, callback)
      return this
    }
    if (this.finished) {
      if (callback) this.#whenSent(callback)
      return this
    }
    const bytes = hasChunk ? bytesOf(chunk, encoding) : undefined
    const length = hasChunk ? (bytes?.length ?? chunk.length) : 0
    if (this._header === null) this.#writeHeadFor(length)
    if (!this.#fits(length, true)) return this
    if (length > 0) this.#put(chunk, bytes)
    this.#finish(callback)
    return this
  }

  /**
   * @param {Record<string, string>} fields
   * @returns {import('node:net').Socket}
   */
  upgrade(fields) {
    const { connected, socket } = this
    for (const name in fields) this.setHeader(name, fields[name])
    connected.isUpgraded = connected.mayStay = this.shouldKeepAlive = true
    this.writeHead(101).end()
    socket.unshift(connected.engine.handOver(connected))
    return socket
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
    const error = Object.assign(
      new Error(
        `Response body's content-length of ${total} byte(s) does not match ` +
          `the content-length of ${promised} byte(s) set in header`,
      ),
      { code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' },
    )
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
    if (!this._hasBody) return true
    const { length } = bytes ?? chunk
    const isChunked = this.chunkedEncoding && length > 0
    const before = isChunked ? `${length.toString(16)}\r\n` : ''
    const after = isChunked ? '\r\n' : ''
    if (bytes === undefined) return this._send(before + chunk + after)
    this._send(before)
    const isTaken = this.connected.sendBytes(bytes)
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

  /** @param {Callback} [callback] */
  #finish(callback) {
    if (this.chunkedEncoding && this._hasBody) {
      this._send(`0\r\n${this._trailer}\r\n`)
    } else if (!this._headerSent) this._send('')
    // The client would read the next response as the rest of this one.
    if (this.#written < this.promised) this.shouldKeepAlive = false
    if (callback) this.#whenSent(callback)
    this.complete()
  }

  /** @param {Callback} [callback] */
  writeContinue(callback) {
    this.connected.awaitsContinue = false
    super.writeContinue(callback)
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
