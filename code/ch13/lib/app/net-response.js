import { isUint8Array } from 'node:util/types'
import { checkField, keyOf, linesOf, pairsOf } from './answer-head.js'
import { afterEnd, badLength, badType, noChunk, tooLate } from './misuse.js'
import { NetHead } from './net-head.js'

/** @typedef {(error?: any) => void} Callback */

/**
 * An answer of our own engine. What is written goes to the connection at once,
 * which collects it.
 */
export class NetResponse extends NetHead {
  #isHeadSent = false
  /** Of the body, how many bytes have been written. */
  #written = 0
  #trailers = ''
  #corked = 0
  #needsDrain = false
  #isSent = false
  #isClosed = false
  #isDestroyed = false
  /** Whether nobody has been told that it was sent. */
  #isUntold = false
  #isTimed = false
  /** @type {any} */
  #error = null
  /** @type {Callback[]} called when all is sent */
  #callbacks = []
  strictContentLength = false
  /** Whether `end` was called. */
  finished = false

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

  get writableCorked() {
    return this.#corked
  }

  /** Whether anybody wants to know when the answer has been sent. */
  get isWatched() {
    return (
      this.#callbacks.length > 0 ||
      this.listenerCount('finish') > 0 ||
      this.listenerCount('close') > 0
    )
  }

  cork() {
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
    if (this.finished) return this.#refuse(afterEnd(), callback)
    if (this.destroyed)
      return this.#refuse(tooLate('write', 'destroyed'), callback)
    const bytes = bytesOf(chunk, encoding)
    this.#count(bytes?.length ?? chunk.length, false)
    if (this._header === null) this._implicitHeader()
    const isTaken = this.#put(chunk, bytes)
    if (callback) {
      if (isTaken) process.nextTick(callback)
      else this.#callbacks.push(callback)
    }
    this.#needsDrain ||= !isTaken
    return isTaken
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
    const hasChunk = chunk !== undefined && chunk !== null && chunk !== ''
    if (hasChunk) checkChunk(chunk)
    if (this.finished) return this.#endAgain(hasChunk, callback)
    if (callback) this.#callbacks.push(callback)
    const bytes = hasChunk ? bytesOf(chunk, encoding) : undefined
    const length = hasChunk ? (bytes?.length ?? chunk.length) : 0
    if (this._header === null) {
      this.contentLength = length
      this._implicitHeader()
    }
    this.#count(length, true)
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
   * @param {boolean} hasChunk
   * @param {Callback} [callback]
   */
  #endAgain(hasChunk, callback) {
    if (hasChunk) this.#refuse(afterEnd(), callback)
    else if (this.#isSent) callback?.(tooLate('end', 'finished'))
    else if (callback) this.#callbacks.push(callback)
    return this
  }

  /**
   * @param {number} length of a chunk
   * @param {boolean} isLast
   */
  #count(length, isLast) {
    const total = this.#written + length
    const { contentLength: promised } = this
    const isStrict = this.strictContentLength && promised !== null
    if (isStrict && this.hasBody && !this.chunkedEncoding) {
      if (total > promised || (isLast && total < promised)) {
        throw badLength(total, promised)
      }
    }
    this.#written = total
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
    if (this._header === null) this._implicitHeader()
    if (!this.#isHeadSent) this.#send('')
  }

  /** @param {any} fields that come behind the body, when that is in chunks */
  addTrailers(fields) {
    this.#trailers = ''
    for (const [name, value] of pairsOf(fields)) {
      keyOf(name)
      checkField(name, value)
      this.#trailers += linesOf(name, value)
    }
  }

  /**
   * @param {Error} error
   * @param {Callback} [callback]
   */
  #refuse(error, callback) {
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

  /** @param {Error} [error] */
  destroy(error) {
    if (this.#isDestroyed) return this
    this.#isDestroyed = true
    this.#error = error
    if (this.#isSent) process.nextTick(() => this.#close())
    else this.connected.abort()
    return this
  }

  /** The client takes more again. */
  drained() {
    if (this.finished) return
    for (const callback of this.#callbacks.splice(0)) callback()
    if (!this.#needsDrain) return
    this.#needsDrain = false
    this.emit('drain')
  }

  /** All of it has left. */
  sent() {
    const { isWatched } = this
    this.#isSent = true
    this.socket = null
    if (this.req.complete) this.req.forgetBody()
    this.#isUntold = !isWatched
    if (isWatched) this.#tell()
    else this.#isClosed = true
  }

  #tell() {
    this.#isUntold = this.#isClosed = false
    for (const callback of this.#callbacks.splice(0)) callback(null)
    this.emit('finish')
    process.nextTick(() => this.#close())
  }

  /**
   * @param {string} event
   * @param {Callback} listener
   */
  on(event, listener) {
    if (this.#isUntold && (event === 'finish' || event === 'close')) {
      this.#isUntold = false
      process.nextTick(() => this.#tell())
    }
    return super.on(event, listener)
  }

  /** The connection has ended before. */
  lost() {
    for (const callback of this.#callbacks.splice(0)) {
      callback(this.#error ?? tooLate('end', 'destroyed'))
    }
    this.#close()
  }

  #close() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isDestroyed = true
    this.emit('close')
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
