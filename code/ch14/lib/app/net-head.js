import { http } from '../common/node-http.js'
import {
  dateLine,
  keepAliveLines,
  keyOf,
  linesOf,
  lowerCase,
  pairsOf,
  Said,
  startOf,
  textOf,
} from './answer-head.js'
import { badStatus, badType, headersSent } from './misuse.js'
import { Response } from './response.js'

/** @import { Connection } from '../engine/connection.js' */
/** @import { NetRequest } from './net-request.js' */

/** Its members are accessors here, which TypeScript lets only `any` have. */
const Base = /** @type {any} */ (Response)

/** Fields that the head of an ordinary response has from us, or not at all. */
const OURS = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'trailer'],
  'transfer-encoding',
])

const CLOSE = 'Connection: close\r\n'

/** @param {any} name of a field */
function lower(name) {
  if (typeof name === 'string') return lowerCase(name)
  throw badType('name', 'of type string')
}

/**
 * The fields and the head of a response of our own engine. It inherits from
 * ServerResponse what needs no socket.
 */
export class NetHead extends Base {
  /** @type {any} the head, once it is written; packages look at it, too */
  _header = null
  _headerSent = false
  /** @type {any[]} of each field its key, its name and its value */
  #fields = []
  /** @type {Set<string> | null} keys of those that were removed */
  #removed = null
  /** Whether the head has only what every head has, and other fields. */
  isOrdinary
  /** How long the body is to be, as the head says; -1: it does not say. */
  promised = -1

  /**
   * @param {Connection} connection
   * @param {NetRequest} req
   */
  constructor(connection, req) {
    super()
    this.connected = connection
    this.req = req
    /** @type {any} null when the response has left */
    this.socket = connection.socket
    this.shouldKeepAlive = connection.mayStay
    this._hasBody = req.method !== 'HEAD'
    this.isOrdinary = this._hasBody && req.httpVersionMinor === 1
  }

  /** @param {string} key */
  #find(key) {
    const fields = this.#fields
    for (let i = 0; i < fields.length; i += 3) if (fields[i] === key) return i
    return -1
  }

  /**
   * @param {string} name
   * @param {any} value a string, a number, or a list
   * @throws {TypeError} ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR
   */
  setHeader(name, value) {
    if (this._header !== null) throw headersSent('set')
    const key = keyOf(name)
    textOf(name, value)
    if (OURS.has(key)) this.isOrdinary = false
    const at = this.#find(key)
    if (at === -1) this.#fields.push(key, name, value)
    else this.#fields.splice(at, 3, key, name, value)
    return this
  }

  /**
   * @param {string} name
   * @param {any} value to be sent in a line of its own
   */
  appendHeader(name, value) {
    const before = this._header === null ? this.getHeader(keyOf(name)) : []
    if (before === undefined) return this.setHeader(name, value)
    if (this._header !== null) throw headersSent('append')
    textOf(name, value)
    const at = this.#find(keyOf(name))
    this.#fields[at + 2] = [before, value].flat()
    return this
  }

  /** @param {string} name */
  getHeader(name) {
    const at = this.#find(lower(name))
    return at === -1 ? undefined : this.#fields[at + 2]
  }

  /** @param {string} name */
  hasHeader(name) {
    return this.#find(lower(name)) !== -1
  }

  getHeaderNames() {
    return this.#fields.filter((_, i) => i % 3 === 0)
  }

  getRawHeaderNames() {
    return this.#fields.filter((_, i) => i % 3 === 1)
  }

  getHeaders() {
    const headers = Object.create(null)
    for (const key of this.getHeaderNames()) headers[key] = this.getHeader(key)
    return headers
  }

  /** @param {string} name no longer sent, even by us, but for Connection */
  removeHeader(name) {
    const key = lower(name)
    if (this._header !== null) throw headersSent('remove')
    const at = this.#find(key)
    if (at !== -1) this.#fields.splice(at, 3)
    if (!OURS.has(key)) return
    this.isOrdinary = false
    this.#removed ??= new Set()
    this.#removed.add(key)
  }

  /**
   * @param {number} status 200 to 999
   * @param {any} [reason] or the fields
   * @param {any} [fields] an object, or a list
   * @throws {RangeError} ERR_HTTP_INVALID_STATUS_CODE
   * @throws {TypeError} as `setHeader`; ERR_INVALID_ARG_VALUE
   */
  writeHead(status, reason, fields) {
    if (this._header !== null) throw headersSent('write')
    const code = status | 0
    // After a 1xx, a client would go on waiting.
    if (code < 200 || code > 999) throw badStatus(status)
    if (typeof reason === 'string') this.statusMessage = reason
    else {
      this.statusMessage ||= http.STATUS_CODES[code] ?? 'unknown'
      fields ??= reason
    }
    this.statusCode = code
    const message = textOf('statusMessage', this.statusMessage)
    const said = new Said(this.#merge(fields))
    const isBodiless = code === 204 || code === 205 || code === 304
    this._hasBody = !isBodiless && this.req.method !== 'HEAD'
    // It may take the end of the connection to end the body.
    const framing = this.#framing(said)
    const head = `HTTP/1.1 ${code} ${message}\r\n${said.lines}`
    const date = said.hasDate || !this.#hasDate ? '' : dateLine()
    this._header = `${head}${date}${this.#connection(said)}${framing}\r\n`
    return this
  }

  /**
   * @param {any} added to the fields that were set
   * @returns {[string, any][]}
   */
  #merge(added) {
    const pairs = pairsOf(added)
    if (this.#fields.length === 0) return pairs
    // In a list, a name may come twice.
    if (Array.isArray(added)) {
      for (const [name] of pairs) this.removeHeader(name)
      for (const [name, value] of pairs) this.appendHeader(name, value)
    } else for (const [name, value] of pairs) this.setHeader(name, value)
    const { length } = this.#fields
    const starts = Array.from({ length: length / 3 }, (_, i) => i * 3)
    return starts.map((i) => [this.#fields[i + 1], this.#fields[i + 2]])
  }

  get #hasDate() {
    return this.sendDate && !this.#removed?.has('date')
  }

  /**
   * How the client learns where the body ends (RFC 9112 §6.3).
   *
   * @param {Said} said
   */
  #framing({ length, isChunked, trailer }) {
    const { statusCode, req } = this
    const isOld = req.httpVersionMinor === 0
    this.chunkedEncoding = false
    this.promised = -1
    if (statusCode === 205) return 'Content-Length: 0\r\n'
    if (statusCode === 204) return length === 0 ? 'Content-Length: 0\r\n' : ''
    const wantsChunks = isChunked || trailer !== ''
    if (wantsChunks && !isOld && statusCode !== 304) {
      return this.#chunked(trailer)
    }
    const mayTell = this._hasBody && !isOld
    if (mayTell && !this.#removed?.has('content-length')) {
      length ??= this._contentLength
    }
    if (length !== null) {
      if (this._hasBody) this.promised = length
      return `Content-Length: ${length}\r\n`
    }
    if (!this._hasBody) return ''
    if (mayTell && !this.#removed?.has('transfer-encoding')) {
      return this.#chunked('')
    }
    this.shouldKeepAlive = false
    return ''
  }

  /** @param {string} trailer */
  #chunked(trailer) {
    this.chunkedEncoding = true
    return `Transfer-Encoding: chunked\r\n${trailer}`
  }

  /** @param {Said} said */
  #connection({ connection, isClosing, hasKeepAlive }) {
    // The rest of a body that is too large would be in the way.
    const isTooLarge = this.statusCode === 413 && !this.req.complete
    if (isClosing || isTooLarge || !this.connected.keepsAlive) {
      this.shouldKeepAlive = false
    }
    if (!this.shouldKeepAlive) return CLOSE
    if (connection !== '') return connection
    if (hasKeepAlive) return 'Connection: keep-alive\r\n'
    return keepAliveLines(this.connected.engine.limits)
  }

  /**
   * @param {number} status of which the body is sent
   * @param {string} type of the body, unless a field says it
   * @param {number} length of the body, in bytes
   * @returns {string} the head of an ordinary response
   */
  ordinaryHead(status, type, length) {
    const fields = this.#fields
    let lines = ''
    for (let i = 0; i < fields.length; i += 3) {
      if (fields[i] === 'content-type') type = ''
      lines += linesOf(fields[i + 1], fields[i + 2])
    }
    this.statusCode = status
    this.promised = length
    const { connected } = this
    if (!connected.keepsAlive) this.shouldKeepAlive = false
    const connection = this.shouldKeepAlive
      ? keepAliveLines(connected.engine.limits)
      : CLOSE
    const start = startOf(status, type) + lines
    const end = `${dateLine()}${connection}\r\n`
    this._header = `${start}Content-Length: ${length}\r\n${end}`
    return this._header
  }
}

Object.assign(NetHead.prototype, {
  sendDate: true,
  chunkedEncoding: false,
  _contentLength: null,
})
