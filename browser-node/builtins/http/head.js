import { checkString, invalidArgValue, rangeError } from '../errors.js'
import { Stream } from '../stream.js'
import { STATUS_CODES } from './constants.js'
import {
  headersSent,
  invalidChar,
  isInvalidValue,
  validateHeaderName,
  validateHeaderValue,
} from './errors.js'

/** The fields of a response, and the head that is made of them. */
export class ResponseHead extends Stream {
  statusCode = 200
  /** @type {string | undefined} */
  statusMessage = undefined
  sendDate = true
  /** @type {string | null} */
  _head = null
  _isChunked = false
  /** What the head says of the body, in bytes. @type {number | null} */
  _promised = null
  /** @type {Record<string, [name: string, value: any]>} */
  #fields = Object.create(null)
  /** @type {Set<string>} those that are not to be added */
  #removed = new Set()

  /**
   * @param {any} connection of the engine
   * @param {any} req
   */
  constructor(connection, req) {
    super()
    this._engine = connection
    this.req = req
    this.shouldKeepAlive = connection.mayStay
    this._hasBody = req.method !== 'HEAD'
  }

  get headersSent() {
    return this._head !== null
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  setHeader(name, value) {
    if (this.headersSent) throw headersSent('set')
    validateHeaderName(name)
    for (const one of [value].flat()) validateHeaderValue(name, one)
    this.#fields[name.toLowerCase()] = [name, value]
    return this
  }

  /**
   * @param {string} name
   * @param {string | string[]} value
   */
  appendHeader(name, value) {
    if (this.headersSent) throw headersSent('append')
    const present = this.#fields[name.toLowerCase()]
    if (!present) return this.setHeader(name, value)
    return this.setHeader(present[0], [present[1], value].flat())
  }

  /** @param {string} name */
  getHeader(name) {
    checkString(name, 'name')
    return this.#fields[name.toLowerCase()]?.[1]
  }

  getHeaderNames() {
    return Object.keys(this.#fields)
  }

  getHeaders() {
    const headers = Object.create(null)
    for (const [key, [, value]] of Object.entries(this.#fields)) {
      headers[key] = value
    }
    return headers
  }

  /** @param {string} name */
  hasHeader(name) {
    checkString(name, 'name')
    return name.toLowerCase() in this.#fields
  }

  /** @param {string} name */
  removeHeader(name) {
    checkString(name, 'name')
    if (this.headersSent) throw headersSent('remove')
    const key = name.toLowerCase()
    this.#removed.add(key)
    delete this.#fields[key]
  }

  /**
   * @param {number} status
   * @param {any} [reason] or the headers
   * @param {any} [headers] an object or a list
   */
  writeHead(status, reason, headers) {
    if (this.headersSent) throw headersSent('write')
    const code = status | 0
    if (code < 100 || code > 999) {
      const message = `Invalid status code: ${status}`
      throw rangeError('ERR_HTTP_INVALID_STATUS_CODE', message)
    }
    if (typeof reason === 'string') this.statusMessage = reason
    else headers ??= reason
    this.statusCode = code
    this.statusMessage ||= STATUS_CODES[code] || 'unknown'
    if (isInvalidValue(this.statusMessage)) throw invalidChar('statusMessage')
    this.#addFields(headers)
    this._makeHead(null)
    return this
  }

  /** @param {any} headers */
  #addFields(headers) {
    if (!Array.isArray(headers)) {
      for (const [name, value] of Object.entries(headers ?? {})) {
        this.setHeader(name, value)
      }
      return
    }
    const flat = Array.isArray(headers[0]) ? headers.flat() : headers
    if (flat.length % 2 !== 0) throw invalidArgValue('headers', headers)
    for (let i = 0; i < flat.length; i += 2) this.removeHeader(flat[i])
    for (let i = 0; i < flat.length; i += 2) {
      this.appendHeader(flat[i], flat[i + 1])
    }
  }

  /** @param {number | null} length of the whole body, where it is known */
  _makeHead(length) {
    const { statusCode } = this
    if (statusCode === 204 || statusCode === 304) this._hasBody = false
    let lines = ''
    for (const [name, value] of Object.values(this.#fields)) {
      for (const one of [value].flat()) lines += `${name}: ${one}\r\n`
    }
    if (this.sendDate && !this.#isSaid('date')) {
      lines += `Date: ${new Date().toUTCString()}\r\n`
    }
    const framing = this.#framing(length)
    const first = `HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`
    this._head = `${first}${lines}${this.#persistence()}${framing}\r\n`
  }

  /** @param {string} key whether the program has set that field, or removed it */
  #isSaid(key) {
    return key in this.#fields || this.#removed.has(key)
  }

  /**
   * @param {number | null} length
   * @returns {string} the field that says where the body ends
   */
  #framing(length) {
    const { 'content-length': given, 'transfer-encoding': coding } =
      this.#fields
    if (coding) this._isChunked = this._hasBody && /chunked/i.test(coding[1])
    if (given && this._hasBody) this._promised = Number(given[1])
    if (given || coding || !this._hasBody) return ''
    const isOld = this.req.httpVersionMinor === 0
    const mayTell = !isOld && !this.#removed.has('content-length')
    if (length !== null && mayTell) {
      this._promised = length
      return `Content-Length: ${length}\r\n`
    }
    if (isOld || this.#removed.has('transfer-encoding')) {
      this.shouldKeepAlive = false
      return ''
    }
    this._isChunked = true
    return 'Transfer-Encoding: chunked\r\n'
  }

  /** @returns {string} the fields that say whether the connection stays */
  #persistence() {
    const connection = this.#fields.connection?.[1]
    const isClosing = /(?:^|\W)close(?:$|\W)/i.test(connection)
    if (isClosing || !this._engine.keepsAlive) this.shouldKeepAlive = false
    if (this.#isSaid('connection')) return ''
    if (!this.shouldKeepAlive) return 'Connection: close\r\n'
    const { keepAliveTimeout } = this._engine.engine.limits
    const kept = 'Connection: keep-alive\r\n'
    if (!keepAliveTimeout || this.#isSaid('keep-alive')) return kept
    return `${kept}Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n`
  }
}
