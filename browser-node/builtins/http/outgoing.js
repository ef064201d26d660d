/**
 * What lib/_http_outgoing.js of Node 26 does: which header fields are added,
 * what is sent in which chunks, and when what is an error.
 */
import { Buffer } from '../buffer.js'
import {
  checkString,
  invalidArgType,
  invalidArgValue,
  nodeError,
} from '../errors.js'
import { nextTick } from '../loop.js'
import { Stream } from '../stream.js'
import {
  destroyed,
  headersSent,
  invalidChar,
  isInvalidValue,
  validateHeaderName,
  validateHeaderValue,
} from './errors.js'

/** @typedef {(error?: Error | null) => void} Done */
/** @typedef {string | Uint8Array} Chunk */

const HIGH_WATER_MARK = 64 * 1024
const noop = () => {}

/** In the format of RFC 9110 §5.6.7. */
const utcDate = () => new Date().toUTCString()

/**
 * @param {Chunk} chunk
 * @param {any} encoding
 */
const lengthOf = (chunk, encoding) =>
  typeof chunk === 'string'
    ? Buffer.byteLength(chunk, encoding ?? undefined)
    : chunk.byteLength

/** @param {unknown} chunk @returns {chunk is Chunk} */
const isChunk = (chunk) =>
  typeof chunk === 'string' || chunk instanceof Uint8Array

/** A response as a server sends it, or a request as a client does. */
export class OutgoingMessage extends Stream {
  writable = true
  destroyed = false
  finished = false
  chunkedEncoding = false
  shouldKeepAlive = true
  maxRequestsOnConnectionReached = false
  useChunkedEncodingByDefault = true
  sendDate = false
  strictContentLength = false
  _last = false
  _closed = false
  _hasBody = true
  _headerSent = false
  _defaultKeepAlive = true
  _keepAliveTimeout = 0
  _maxRequestsPerSocket = 0
  _removedConnection = false
  _removedContLen = false
  _removedTE = false
  _trailer = ''
  /** @type {string | null} */
  _header = null
  /** @type {number | null} */
  _contentLength = null
  /** @type {{ data: Chunk, encoding: any, callback: Done | null | undefined }[]} */
  outputData = []
  outputSize = 0
  /** @type {(size: number) => void} */
  _onPendingData = noop
  _needsDrain = false
  /** @type {any} */
  agent = undefined
  statusCode = 200
  /** @type {any} */
  #socket = null
  /** @type {Record<string, [name: string, value: any]> | null} */
  #fields = null
  #corked = 0
  /** @type {[Chunk, any, Done][]} chunks that are sent as one */
  #chunks = []
  #chunkedLength = 0
  #written = 0
  /** @type {Error | null | undefined} */
  #errored = null
  #isFinished = false
  /** @type {Error | null} */
  #flushError = null
  /** @type {Done[]} */
  #endCallbacks = []
  #highWaterMark
  #rejectsBody

  /** @param {any} [options] */
  constructor(options) {
    super()
    this.#highWaterMark = options?.highWaterMark ?? HIGH_WATER_MARK
    this.#rejectsBody = options?.rejectNonStandardBodyWrites ?? false
  }

  get errored() {
    return this.#errored
  }

  get closed() {
    return this._closed
  }

  get writableFinished() {
    return this.#isFinished
  }

  get writableEnded() {
    return this.finished
  }

  get writableObjectMode() {
    return false
  }

  get writableCorked() {
    return this.#corked
  }

  get writableHighWaterMark() {
    return this.#socket?.writableHighWaterMark ?? this.#highWaterMark
  }

  get writableLength() {
    let buffered = this.#chunkedLength
    if (buffered !== 0) {
      const head = this._headerSent ? 0 : (this._header?.length ?? 0)
      buffered += buffered.toString(16).length + 4 + head
    }
    return this.outputSize + buffered + (this.#socket?.writableLength ?? 0)
  }

  get writableNeedDrain() {
    return !this.destroyed && !this.finished && this._needsDrain
  }

  get headersSent() {
    return Boolean(this._header)
  }

  get socket() {
    return this.#socket
  }

  set socket(socket) {
    for (let i = 0; i < this.#corked; i++) {
      socket?.cork()
      this.#socket?.uncork()
    }
    this.#socket = socket
  }

  get connection() {
    return this.#socket
  }

  set connection(socket) {
    this.socket = socket
  }

  cork() {
    this.#corked++
    this.#socket?.cork()
  }

  uncork() {
    this.#corked--
    const socket = this.#socket
    try {
      if (this.#corked || this.#chunks.length === 0) return
      this.#sendChunks()
    } finally {
      socket?.uncork()
    }
    this.#drain()
  }

  #sendChunks() {
    const chunks = this.#chunks
    const length = this.#chunkedLength
    this.#chunks = []
    this.#chunkedLength = 0
    if (this.destroyed || this.#socket?.destroyed) {
      const error = this.#errored || this.#socket?.errored || destroyed('write')
      for (const [, , callback] of chunks) {
        if (callback !== noop) nextTick(callback, error)
      }
      return
    }
    this._send(length.toString(16), 'latin1')
    this._send('\r\n')
    for (const [chunk, encoding] of chunks) this._send(chunk, encoding)
    this._send('\r\n', null, (error) => {
      for (const [, , callback] of chunks) callback(error)
    })
  }

  #drain() {
    if (!this._needsDrain || this.writableLength > 0) return
    this._needsDrain = false
    this.emit('drain')
  }

  /**
   * @param {number} ms
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    if (callback) this.on('timeout', callback)
    if (this.#socket) this.#socket.setTimeout(ms)
    else this.once('socket', (/** @type {any} */ one) => one.setTimeout(ms))
    return this
  }

  /** @param {Error} [error] */
  destroy(error) {
    if (!this._beginDestroy()) return this
    this.#errored = error
    if (this.#chunks.length > 0) {
      this.#corked = 1
      this.uncork()
    }
    if (this.#socket) this.#socket.destroy(error)
    else nextTick(() => this._emitClose())
    return this
  }

  /** @returns {boolean} false: it is destroyed already */
  _beginDestroy() {
    const { destroyed: isDestroyed } = this
    this.destroyed = true
    return !isDestroyed
  }

  _emitClose() {
    if (this._closed) return
    this.destroyed = true
    this._closed = true
    this.emit('close')
  }

  /**
   * The head goes with the first piece of what follows.
   *
   * @param {Chunk} data
   * @param {any} [encoding]
   * @param {Done | null} [callback]
   */
  _send(data, encoding = null, callback = null) {
    if (!this._headerSent && this._header !== null) {
      const isText = !encoding || encoding === 'utf8' || encoding === 'latin1'
      const header = this._header
      if (typeof data === 'string' && isText) data = header + data
      else {
        this.outputData.unshift({
          data: header,
          encoding: 'latin1',
          callback: null,
        })
        this.outputSize += header.length
        this._onPendingData(header.length)
      }
      this._headerSent = true
    }
    return this._writeRaw(data, encoding, callback)
  }

  /**
   * @param {Chunk} data
   * @param {any} [encoding]
   * @param {Done | null} [callback]
   */
  _writeRaw(data, encoding, callback) {
    const socket = this.#socket
    if (socket?.destroyed) return false
    if (socket && socket._httpMessage === this && socket.writable) {
      if (this.outputData.length > 0) this._flushOutput(socket)
      return socket.write(data, encoding ?? undefined, callback ?? undefined)
    }
    this.outputData.push({ data, encoding, callback })
    this.outputSize += data.length
    this._onPendingData(data.length)
    return this.outputSize < this.#highWaterMark
  }

  /** @param {any} socket */
  _flushOutput(socket) {
    const output = this.outputData
    if (output.length === 0) return undefined
    socket.cork()
    let isRoom
    for (const { data, encoding, callback } of output) {
      isRoom = socket.write(data, encoding ?? undefined, callback ?? undefined)
    }
    socket.uncork()
    this.outputData = []
    this._onPendingData(-this.outputSize)
    this.outputSize = 0
    return isRoom
  }

  /** Sends what has been written before there was a connection. */
  _flush() {
    const socket = this.#socket
    if (!socket?.writable) return
    const isRoom = this._flushOutput(socket)
    if (this.finished) this._finish()
    else if (this._needsDrain && isRoom !== false) {
      this._needsDrain = false
      this.emit('drain')
    }
  }

  _finish() {
    this.emit('prefinish')
  }

  /**
   * @param {string} firstLine
   * @param {any} headers an object, a list, or null for what has been set
   */
  _storeHeader(firstLine, headers) {
    const seen = {
      connection: false,
      length: false,
      coding: false,
      date: false,
      expect: false,
      trailer: false,
    }
    let header = firstLine
    for (const [name, value, isChecked] of this.#entries(headers)) {
      for (const one of this.#lines(name, value)) {
        if (!isChecked) validateHeaderName(name)
        if (!isChecked) validateHeaderValue(name, one)
        header += `${name}: ${one}\r\n`
        this.#note(seen, name, one)
      }
    }
    if (this.sendDate && !seen.date) header += `Date: ${utcDate()}\r\n`
    const isBodyless = this.statusCode === 204 || this.statusCode === 304
    if (this.chunkedEncoding && isBodyless) {
      this.chunkedEncoding = false
      this.shouldKeepAlive = false
    }
    header += this.#connectionFields(seen) + this.#lengthField(seen)
    if (!this.chunkedEncoding && seen.trailer) {
      throw nodeError(
        'ERR_HTTP_TRAILER_INVALID',
        'Trailers are invalid with this transfer encoding',
      )
    }
    this._header = `${header}\r\n`
    this._headerSent = false
    if (seen.expect) this._send('')
  }

  /**
   * @param {any} headers
   * @returns {[name: string, value: any, isChecked: boolean][]}
   */
  #entries(headers) {
    if (!headers) return Object.values(this.#fields ?? {}).map(checked)
    if (!Array.isArray(headers)) {
      return Object.entries(headers).map(([name, value]) => [
        name,
        value,
        false,
      ])
    }
    return pairs(headers).map(([name, value]) => [name, value, false])
  }

  /**
   * A list of values is a line for each, but Cookie has one for all of them.
   *
   * @param {string} name
   * @param {any} value
   * @returns {any[]}
   */
  #lines(name, value) {
    if (!Array.isArray(value)) return [value]
    const isCookie = name.toLowerCase() === 'cookie'
    return isCookie && value.length > 1 ? [value.join('; ')] : value
  }

  /**
   * @param {Record<string, boolean>} seen
   * @param {string} name
   * @param {any} value
   */
  #note(seen, name, value) {
    switch (name.toLowerCase()) {
      case 'connection':
        seen.connection = true
        this._removedConnection = false
        if (/(?:^|\W)close(?:$|\W)/i.test(value)) this._last = true
        else this.shouldKeepAlive = true
        break
      case 'transfer-encoding':
        seen.coding = true
        this._removedTE = false
        if (/(?:^|\W)chunked(?:$|\W)/i.test(value)) this.chunkedEncoding = true
        break
      case 'content-length':
        seen.length = true
        this._contentLength = Number(value)
        this._removedContLen = false
        break
      case 'keep-alive':
        this._defaultKeepAlive = false
        break
      case 'date':
      case 'expect':
      case 'trailer':
        seen[name.toLowerCase()] = true
    }
  }

  /** @param {Record<string, boolean>} seen */
  #connectionFields(seen) {
    if (this._removedConnection) {
      this._last = !this.shouldKeepAlive
      return ''
    }
    if (seen.connection) return ''
    const keepsAlive =
      this.shouldKeepAlive &&
      (seen.length || this.useChunkedEncodingByDefault || this.agent)
    if (!keepsAlive) {
      this._last = true
      return 'Connection: close\r\n'
    }
    if (this.maxRequestsOnConnectionReached) return 'Connection: close\r\n'
    if (!this._keepAliveTimeout || !this._defaultKeepAlive) {
      return 'Connection: keep-alive\r\n'
    }
    const seconds = Math.floor(this._keepAliveTimeout / 1000)
    const most = Math.trunc(this._maxRequestsPerSocket) || 0
    const max = most > 0 ? `, max=${this._maxRequestsPerSocket}` : ''
    return `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}${max}\r\n`
  }

  /** @param {Record<string, boolean>} seen */
  #lengthField(seen) {
    if (seen.length || seen.coding) return ''
    if (!this._hasBody) {
      this.chunkedEncoding = false
      return ''
    }
    if (!this.useChunkedEncodingByDefault) {
      this._last = true
      return ''
    }
    const isKnown = typeof this._contentLength === 'number'
    if (isKnown && !seen.trailer && !this._removedContLen) {
      return `Content-Length: ${this._contentLength}\r\n`
    }
    if (!this._removedTE) {
      this.chunkedEncoding = true
      return 'Transfer-Encoding: chunked\r\n'
    }
    this._last = true
    return ''
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  setHeader(name, value) {
    if (this._header) throw headersSent('set')
    validateHeaderName(name)
    validateHeaderValue(name, value)
    this.#fields ??= Object.create(null)
    const fields = /** @type {Record<string, any>} */ (this.#fields)
    fields[name.toLowerCase()] = [name, value]
    return this
  }

  /** @param {Headers | Map<string, any>} headers */
  setHeaders(headers) {
    if (this._header) throw headersSent('set')
    if (
      !headers ||
      Array.isArray(headers) ||
      typeof headers.keys !== 'function' ||
      typeof headers.get !== 'function'
    ) {
      const expected = 'an instance of Headers or Map'
      throw invalidArgType('headers', expected, headers)
    }
    /** @type {string[]} */
    const cookies = []
    for (const [name, value] of headers) {
      if (name === 'set-cookie') cookies.push(...[value].flat())
      else this.setHeader(name, value)
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies)
    return this
  }

  /**
   * @param {string} name
   * @param {string | string[]} value
   */
  appendHeader(name, value) {
    if (this._header) throw headersSent('append')
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const present = this.#fields?.[name.toLowerCase()]
    if (!present) return this.setHeader(name, value)
    present[1] = [present[1], value].flat()
    return this
  }

  /** @param {string} name */
  getHeader(name) {
    checkString(name, 'name')
    return this.#fields?.[name.toLowerCase()]?.[1]
  }

  getHeaderNames() {
    return Object.keys(this.#fields ?? {})
  }

  getRawHeaderNames() {
    return Object.values(this.#fields ?? {}).map(([name]) => name)
  }

  getHeaders() {
    const headers = Object.create(null)
    for (const [name, [, value]] of Object.entries(this.#fields ?? {})) {
      headers[name] = value
    }
    return headers
  }

  /** @param {string} name */
  hasHeader(name) {
    checkString(name, 'name')
    return Boolean(this.#fields?.[name.toLowerCase()])
  }

  /** @param {string} name */
  removeHeader(name) {
    checkString(name, 'name')
    if (this._header) throw headersSent('remove')
    const key = name.toLowerCase()
    if (key === 'connection') this._removedConnection = true
    else if (key === 'content-length') this._removedContLen = true
    else if (key === 'transfer-encoding') this._removedTE = true
    else if (key === 'date') this.sendDate = false
    if (this.#fields) delete this.#fields[key]
  }

  /** Whether setHeader has been called: writeHead adds to what it set. */
  get _hasFields() {
    return this.#fields !== null
  }

  _implicitHeader() {
    throw nodeError(
      'ERR_METHOD_NOT_IMPLEMENTED',
      'The _implicitHeader() method is not implemented',
    )
  }

  /**
   * @param {Chunk} chunk
   * @param {any} [encoding]
   * @param {Done} [callback]
   */
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
      callback = encoding
      encoding = null
    }
    const isRoom = this.#write(chunk, encoding, callback, false)
    if (!isRoom) this._needsDrain = true
    return isRoom
  }

  /**
   * @param {Error} error
   * @param {Done} callback
   */
  #fail(error, callback) {
    if (this.destroyed) return
    nextTick(() => {
      callback(error)
      if (!this.destroyed) this.emit('error', error)
    })
  }

  /**
   * @param {Chunk} chunk
   * @param {any} encoding
   * @param {Done | null | undefined} callback
   * @param {boolean} isLast
   * @returns {boolean} whether there is room for more
   */
  #write(chunk, encoding, callback, isLast) {
    const done = typeof callback === 'function' ? callback : noop
    if (chunk === null) {
      const message = 'May not write null values to stream'
      throw Object.assign(new TypeError(message), {
        code: 'ERR_STREAM_NULL_VALUES',
      })
    }
    if (!isChunk(chunk)) {
      const expected = 'of type string or an instance of Buffer or Uint8Array'
      throw invalidArgType('chunk', expected, chunk)
    }
    if (this.finished || this.destroyed) return this.#refuse(done)
    this.#checkLength(lengthOf(chunk, encoding), isLast)
    if (!this._header) {
      if (isLast) this._contentLength = lengthOf(chunk, encoding)
      this._implicitHeader()
    }
    if (!this._hasBody) {
      if (this.#rejectsBody) {
        throw nodeError(
          'ERR_HTTP_BODY_NOT_ALLOWED',
          'Adding content for this request method or response status is not allowed.',
        )
      }
      nextTick(done)
      return true
    }
    if (!isLast && this.#socket && !this.#socket.writableCorked) {
      this.cork()
      nextTick(() => {
        if (this.#corked) this.uncork()
      })
    }
    return this.#writeBody(chunk, encoding, done)
  }

  /** @param {Done} callback */
  #refuse(callback) {
    if (this.destroyed) nextTick(callback, destroyed('write'))
    else {
      this.#fail(
        nodeError('ERR_STREAM_WRITE_AFTER_END', 'write after end'),
        callback,
      )
    }
    return false
  }

  /**
   * @param {Chunk} chunk
   * @param {any} encoding
   * @param {Done} callback
   */
  #writeBody(chunk, encoding, callback) {
    const length = lengthOf(chunk, encoding)
    if (!this.chunkedEncoding) return this._send(chunk, encoding, callback)
    if (length > 0 && this.#corked) {
      this.#chunks.push([chunk, encoding, callback])
      this.#chunkedLength += length
      return this.writableLength < this.writableHighWaterMark
    }
    if (length > 0) {
      this._send(length.toString(16), 'latin1')
      this._send('\r\n')
      this._send(chunk, encoding)
      return this._send('\r\n', null, callback)
    }
    if (this.#corked && this.#chunks.length > 0) {
      this.#chunks.push([chunk, encoding, callback])
      return this.writableLength < this.writableHighWaterMark
    }
    return this._send(chunk, encoding, callback)
  }

  /** Whether what is written must be as long as Content-Length says. */
  get #isStrict() {
    return (
      this.strictContentLength &&
      this._contentLength !== null &&
      this._hasBody &&
      !this._removedContLen &&
      !this.chunkedEncoding &&
      !this.hasHeader('transfer-encoding')
    )
  }

  /**
   * @param {number} length of a chunk
   * @param {boolean} isLast
   */
  #checkLength(length, isLast) {
    if (!this.strictContentLength) return
    const total = this.#written + length
    const expected = this._contentLength ?? 0
    if (this.#isStrict && (isLast ? total !== expected : total > expected)) {
      throw mismatch(total, this._contentLength)
    }
    this.#written = total
  }

  /**
   * @param {any} headers
   */
  addTrailers(headers) {
    this._trailer = ''
    const entries = Array.isArray(headers) ? headers : Object.entries(headers)
    for (const [name, value] of entries) {
      validateHeaderName(name, 'Trailer name')
      for (const one of [value].flat()) {
        if (isInvalidValue(one)) throw invalidChar('trailer content', name)
        this._trailer += `${name}: ${one}\r\n`
      }
    }
  }

  /** Whether the last write ends the message. @param {any} chunk @param {any} encoding */
  #isWhole(chunk, encoding) {
    if (!isChunk(chunk) || this.destroyed || this.strictContentLength) {
      return false
    }
    if (!this._header) {
      this._contentLength = lengthOf(chunk, encoding)
      this._implicitHeader()
    }
    return Boolean(this._header) && this._hasBody && !this.chunkedEncoding
  }

  /** @param {Done} callback */
  #queueEnd(callback) {
    if (this.#isFinished) {
      callback(
        nodeError(
          'ERR_STREAM_ALREADY_FINISHED',
          'Cannot call end after a stream was finished',
        ),
      )
    } else if (this.#flushError) nextTick(callback, this.#flushError)
    else this.#endCallbacks.push(callback)
  }

  /** @param {Error | null} [error] */
  #onFinish(error) {
    const socket = this.#socket
    const isBad = error || this.#errored || socket?.errored || socket?._hadError
    if (isBad) {
      this.#flushError =
        error ?? this.#errored ?? socket?.errored ?? destroyed('end')
    } else this.#isFinished = true
    const callbacks = this.#endCallbacks
    this.#endCallbacks = []
    for (const callback of callbacks) callback(this.#flushError)
    if (!isBad) this.emit('finish')
  }

  /**
   * @param {any} [chunk]
   * @param {any} [encoding]
   * @param {Done} [callback]
   */
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') {
      callback = chunk
      chunk = null
      encoding = null
    } else if (typeof encoding === 'function') {
      callback = encoding
      encoding = null
    }
    /** @type {Done | null} */
    let finish = null
    if (chunk) {
      if (this.finished) {
        const error = nodeError('ERR_STREAM_WRITE_AFTER_END', 'write after end')
        this.#fail(error, callback ?? noop)
        return this
      }
      this.#socket?.cork()
      if (this.#isWhole(chunk, encoding)) {
        if (callback) this.#queueEnd(callback)
        callback = undefined
        finish = (error) => this.#onFinish(error)
      }
      this.#write(chunk, encoding, finish, true)
    } else if (this.finished) {
      if (callback) this.#queueEnd(callback)
      return this
    } else if (!this._header) {
      this.#socket?.cork()
      this._contentLength = 0
      this._implicitHeader()
    }
    if (callback) this.#queueEnd(callback)
    if (this.#isStrict && this.#written !== this._contentLength) {
      throw mismatch(this.#written, this._contentLength)
    }
    this.#finishWriting(finish !== null, Boolean(chunk))
    return this
  }

  /**
   * @param {boolean} isSent whether the last piece is on its way
   * @param {boolean} hasChunk
   */
  #finishWriting(isSent, hasChunk) {
    const socket = this.#socket
    if (this.#chunks.length > 0) {
      socket?.cork()
      this.#corked = 1
      this.uncork()
    }
    if (!isSent) {
      const finish = (/** @type {any} */ error) => this.#onFinish(error)
      if (this._hasBody && this.chunkedEncoding) {
        this._send(`0\r\n${this._trailer}\r\n`, 'latin1', finish)
      } else if (!this._headerSent || this.writableLength || hasChunk) {
        this._send('', 'latin1', finish)
      } else nextTick(finish)
    }
    if (socket) {
      socket._writableState.corked = 1
      socket.uncork()
    }
    this.#corked = 1
    this.uncork()
    this.finished = true
    const isMine = this.#socket && this.#socket._httpMessage === this
    if (this.outputData.length === 0 && isMine) this._finish()
  }

  flushHeaders() {
    if (!this._header) this._implicitHeader()
    this._send('')
  }

  /** @returns {any} */
  pipe() {
    this.emit(
      'error',
      nodeError('ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable'),
    )
  }
}

/** @param {[string, any]} field @returns {[string, any, boolean]} */
const checked = ([name, value]) => [name, value, true]

/**
 * @param {any[]} headers [name, value, …] or [[name, value], …]
 * @returns {[string, any][]}
 */
export function pairs(headers) {
  if (Array.isArray(headers[0])) return headers
  if (headers.length % 2 !== 0) throw invalidArgValue('headers', headers)
  /** @type {[string, any][]} */
  const found = []
  for (let i = 0; i < headers.length; i += 2) {
    found.push([headers[i], headers[i + 1]])
  }
  return found
}

/**
 * @param {number} written
 * @param {number | null} expected
 */
const mismatch = (written, expected) =>
  nodeError(
    'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
    `Response body's content-length of ${written} byte(s) does not match the ` +
      `content-length of ${expected} byte(s) set in header`,
  )
