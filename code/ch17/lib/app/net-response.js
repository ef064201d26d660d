import { Buffer } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import { checkPlace } from './answer-framing.js'
import { checkField, keyOf, linesOf, pairsOf } from './answer-head.js'
import { afterEnd, badLength, badType, noChunk, tooLate } from './misuse.js'
import { NetSending } from './net-sending.js'

/** @import { Callback } from './net-sending.js' */

/**
 * An answer of our own engine. What is written goes to the connection at once,
 * which collects it.
 */
export class NetResponse extends NetSending {
  #isHeadSent = false
  /** Of the body, how many bytes have been written. */
  #written = 0
  #trailers = ''
  #corked = 0
  /** Whether there was too much of it, which nobody has been told yet. */
  #isOverrun = false
  strictContentLength = false

  get writableCorked() {
    return this.#corked
  }

  cork() {
    // The socket may have the next answer by now.
    if (this.finished) return
    this.#corked++
    this.socket?.cork()
  }

  uncork() {
    if (this.#corked === 0) return
    this.#corked--
    this.socket?.uncork()
  }

  /**
   * @param {any} chunk
   * @param {any} [encoding]
   * @param {Callback} [callback]
   * @returns {boolean} whether the client keeps up
   */
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') return this.write(chunk, null, encoding)
    checkChunk(chunk)
    if (this.#isOverrun) return false
    if (this.finished) return this.refuse(afterEnd(), callback)
    if (this.destroyed) {
      return this.refuse(tooLate('write', 'destroyed'), callback)
    }
    const bytes = bytesOf(chunk, encoding)
    if (!this.headersSent) this._implicitHeader()
    const fits = this.#count(bytes?.length ?? chunk.length, false, callback)
    return fits && this.wrote(this.#put(chunk, bytes), callback)
  }

  /**
   * @param {any} [chunk]
   * @param {any} [encoding]
   * @param {Callback} [callback]
   * @returns {this}
   */
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') return this.end(null, null, chunk)
    if (typeof encoding === 'function') return this.end(chunk, null, encoding)
    if (this.#isOverrun) return this
    const hasChunk = chunk !== undefined && chunk !== null && chunk !== ''
    if (hasChunk) checkChunk(chunk)
    if (this.finished && hasChunk) this.refuse(afterEnd(), callback)
    else if (callback) this.whenSent(callback)
    if (this.finished) return this
    const bytes = hasChunk ? bytesOf(chunk, encoding) : undefined
    const length = hasChunk ? (bytes?.length ?? chunk.length) : 0
    if (!this.headersSent) {
      this.contentLength = length
      this._implicitHeader()
    }
    if (!this.#count(length, true)) return this
    if (length > 0) this.#put(chunk, bytes)
    this.#finish()
    return this
  }

  #finish() {
    const isChunked = this.chunkedEncoding && this.hasBody
    if (isChunked) this.#send(`0\r\n${this.#trailers}\r\n`)
    else if (!this.#isHeadSent) this.#send('')
    // Whatever comes next would be read as a part of this answer, or this as a
    // part of the next.
    if (!isChunked && this.hasBody && this.contentLength !== null) {
      if (this.#written !== this.contentLength) this.shouldKeepAlive = false
    }
    while (this.#corked > 0) this.uncork()
    this.finished = true
    this.emit('prefinish')
    if (!this.destroyed) this.connected.finish(this)
  }

  /**
   * @param {number} length of a chunk
   * @param {boolean} isLast
   * @param {Callback} [callback]
   * @returns {boolean} whether it fits what the head has promised
   */
  #count(length, isLast, callback) {
    const total = this.#written + length
    const { contentLength: promised } = this
    if (promised !== null && this.hasBody && !this.chunkedEncoding) {
      const isShort = isLast && total < promised && this.strictContentLength
      if (total > promised || isShort) {
        return this.#refuseLength(badLength(total, promised), callback)
      }
    }
    this.#written = total
    return true
  }

  /**
   * More than was promised would be read as the next answer, so it is not sent.
   * While nothing has left, there can be another answer.
   *
   * @param {Error} error
   * @param {Callback} [callback]
   * @returns {false}
   */
  #refuseLength(error, callback) {
    if (!this.#isHeadSent) this._header = this.contentLength = null
    if (this.strictContentLength) throw error
    // Whoever pipes would not catch it, and whoever ends it now ends nothing.
    this.#isOverrun = true
    process.nextTick(() => {
      this.#isOverrun = false
    })
    return this.refuse(error, callback)
  }

  /**
   * @param {any} chunk
   * @param {Uint8Array | undefined} bytes none: the chunk is ASCII
   */
  #put(chunk, bytes) {
    if (!this.hasBody) return true
    const { length } = bytes ?? chunk
    const isChunked = this.chunkedEncoding && length > 0
    const before = isChunked ? `${length.toString(16)}\r\n` : ''
    const after = isChunked ? '\r\n' : ''
    if (bytes === undefined) return this.#send(before + chunk + after)
    this.#send(before)
    const isTaken = this.connected.sendBytes(bytes)
    return isChunked ? this.connected.send(after) : isTaken
  }

  /** @param {string} text behind the head, when that waits for it */
  #send(text) {
    if (this.#isHeadSent) return this.connected.send(text)
    this.#isHeadSent = true
    return this.connected.send(this._header + text)
  }

  flushHeaders() {
    if (!this.headersSent) this._implicitHeader()
    if (!this.#isHeadSent) this.#send('')
  }

  /** @param {any} fields that come behind the body, when that is in chunks */
  addTrailers(fields) {
    this.#trailers = ''
    for (const [name, value] of pairsOf(fields)) {
      checkPlace(keyOf(name))
      checkField(name, value)
      this.#trailers += linesOf(name, value)
    }
  }
}

/**
 * @param {any} chunk
 * @param {any} encoding
 * @returns {Uint8Array | undefined} none when it is a string of ASCII
 */
function bytesOf(chunk, encoding) {
  if (typeof chunk !== 'string') return chunk
  const isText = !encoding || encoding === 'utf8' || encoding === 'utf-8'
  if (isText && Buffer.byteLength(chunk) === chunk.length) return undefined
  return Buffer.from(chunk, encoding || 'utf8')
}

/** @param {any} chunk */
function checkChunk(chunk) {
  if (typeof chunk === 'string' || isUint8Array(chunk)) return
  if (chunk === null) throw noChunk()
  throw badType('chunk', 'of type string or an instance of Uint8Array')
}
