import http from 'node:http'
import {
  checkField,
  dateLine,
  keyOf,
  linesOf,
  pairsOf,
  statusLine,
} from './answer-head.js'
import { headersSent, misuse } from './misuse.js'
import { Response } from './response.js'

/** @import { Connection } from '../engine/connection.js' */
/** @import { FieldValue } from './answer-head.js' */
/** @import { NetRequest } from './net-request.js' */

/** @typedef {{ [Name in keyof Response]: Response[Name] }} Members */
const Base = /** @type {new () => Members} */ (
  /** @type {unknown} */ (Response)
)

// What a head has, or what has been taken from it.
const CONNECTION = 1
const LENGTH = 2
const CODING = 4
const DATE = 8
const TRAILER = 16
const KEEP_ALIVE = 32

/** @type {Record<string, number>} */
const MARKS = {
  __proto__: /** @type {any} */ (null),
  connection: CONNECTION,
  'content-length': LENGTH,
  'transfer-encoding': CODING,
  date: DATE,
  trailer: TRAILER,
  'keep-alive': KEEP_ALIVE,
}

/** The head of an answer of our own engine. */
export class NetHead extends Base {
  /** @type {any[]} of each field its key, its name, its value */
  #fields = []
  #removed = 0
  statusCode = 200
  /** @type {any} */
  statusMessage = undefined
  sendDate = true
  shouldKeepAlive = true
  chunkedEncoding = false
  /** Whether the answer may have a body. */
  hasBody
  /** @type {number | null} of the body, when it is known */
  contentLength = null
  /** @type {string | null} what packages ask, where `headersSent` is meant */
  _header = null
  /** @type {any} none after the end */
  socket

  /**
   * @param {Connection} connection
   * @param {NetRequest} req
   */
  constructor(connection, req) {
    super()
    this.connected = connection
    this.req = /** @type {any} */ (req)
    this.socket = connection.socket
    this.hasBody = req.method !== 'HEAD'
  }

  get headersSent() {
    return this._header !== null
  }

  /**
   * @param {string} name
   * @param {FieldValue} value
   */
  setHeader(name, value) {
    if (this._header !== null) throw headersSent('set')
    const key = keyOf(name)
    checkField(name, value)
    const at = this.#find(key)
    if (at === -1) this.#fields.push(key, name, value)
    else {
      this.#fields[at + 1] = name
      this.#fields[at + 2] = value
    }
    return this
  }

  /** @param {string} key */
  #find(key) {
    const fields = this.#fields
    for (let i = 0; i < fields.length; i += 3) if (fields[i] === key) return i
    return -1
  }

  /** @param {any} headers a Headers or a Map */
  setHeaders(headers) {
    if (this._header !== null) throw headersSent('set')
    if (
      typeof headers?.keys !== 'function' ||
      typeof headers.get !== 'function'
    ) {
      const message = 'The "headers" argument must be a Headers or a Map'
      throw misuse('ERR_INVALID_ARG_TYPE', message, TypeError)
    }
    const cookies = []
    for (const [name, value] of headers) {
      if (name === 'set-cookie') cookies.push(value)
      else this.setHeader(name, value)
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies.flat())
    return this
  }

  /**
   * @param {string} name
   * @param {FieldValue} value
   */
  appendHeader(name, value) {
    if (this._header !== null) throw headersSent('append')
    const at = this.#find(keyOf(name))
    if (at === -1) return this.setHeader(name, value)
    checkField(name, value)
    this.#fields[at + 2] = [this.#fields[at + 2], value].flat()
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
    const fields = this.#fields
    for (let i = 0; i < fields.length; i += 3)
      headers[fields[i]] = fields[i + 2]
    return headers
  }

  /** @param {string} name */
  removeHeader(name) {
    const key = lower(name)
    if (this._header !== null) throw headersSent('remove')
    this.#removed |= MARKS[key] ?? 0
    const at = this.#find(key)
    if (at !== -1) this.#fields.splice(at, 3)
  }

  /**
   * @param {number} status
   * @param {any} [reason] or the fields
   * @param {any} [fields] an object, or a list
   */
  writeHead(status, reason, fields) {
    if (this._header !== null) throw headersSent('write')
    const code = status | 0
    if (code < 100 || code > 999) throw badStatus(status)
    if (typeof reason === 'string') this.statusMessage = reason
    else {
      this.statusMessage ||= http.STATUS_CODES[code] ?? 'unknown'
      fields ??= reason
    }
    this.statusCode = code
    const line = statusLine(code, this.statusMessage)
    if (code < 200 || code === 204 || code === 304) this.hasBody = false
    this._header = this.#make(line, this.#merge(fields))
    return this
  }

  /**
   * @param {any} added to the fields that were set; with none, as it is
   * @returns {any[]}
   */
  #merge(added) {
    if (added === undefined || added === null) return this.#fields
    if (this.#fields.length > 0) {
      if (!Array.isArray(added)) {
        for (const name of Object.keys(added)) this.setHeader(name, added[name])
        return this.#fields
      }
      const pairs = pairsOf(added)
      for (const [name] of pairs) this.removeHeader(name)
      for (const [name, value] of pairs) this.appendHeader(name, value)
      return this.#fields
    }
    return pairsOf(added).flatMap(([name, value]) => {
      const key = keyOf(name)
      checkField(name, value)
      return [key, name, value]
    })
  }

  /**
   * @param {string} line of the status
   * @param {any[]} fields
   */
  #make(line, fields) {
    let head = line
    let seen = 0
    if (!this.connected.keepsAlive) this.shouldKeepAlive = false
    for (let i = 0; i < fields.length; i += 3) {
      head += linesOf(fields[i + 1], fields[i + 2])
      const mark = MARKS[fields[i]]
      if (mark === undefined) continue
      seen |= mark
      this.#heed(mark, fields[i + 2])
    }
    if (this.sendDate && (seen & DATE) === 0) head += dateLine()
    head += this.#connectionLines(seen) + this.#framingLine(seen)
    if ((seen & TRAILER) !== 0 && !this.chunkedEncoding) throw badTrailer()
    return `${head}\r\n`
  }

  /**
   * @param {number} mark
   * @param {any} value
   */
  #heed(mark, value) {
    if (mark === LENGTH) this.contentLength = Number(value)
    if (mark === CODING && CHUNKED.test(value)) this.chunkedEncoding = true
    if (mark === CONNECTION && CLOSE.test(value)) this.shouldKeepAlive = false
  }

  /** @param {number} seen */
  #connectionLines(seen) {
    const { statusCode, req } = this
    if (this.chunkedEncoding && (statusCode === 204 || statusCode === 304)) {
      this.chunkedEncoding = false
      this.shouldKeepAlive = false
    }
    // Without chunks, an unknown length ends with the connection.
    const isOld = req.httpVersionMinor === 0
    if (isOld && (seen & LENGTH) === 0) this.shouldKeepAlive = false
    if (((seen | this.#removed) & CONNECTION) !== 0) return ''
    if (!this.shouldKeepAlive) return 'Connection: close\r\n'
    if ((seen & KEEP_ALIVE) !== 0) return 'Connection: keep-alive\r\n'
    return keepAliveLines(this.connected.engine.limits.keepAliveTimeout)
  }

  /**
   * How the client learns where the body ends (RFC 9112 §6.3).
   *
   * @param {number} seen
   */
  #framingLine(seen) {
    if ((seen & (LENGTH | CODING)) !== 0) return ''
    if (!this.hasBody || this.req.httpVersionMinor === 0) return ''
    const removed = this.#removed
    const isKnown = this.contentLength !== null && (seen & TRAILER) === 0
    if (isKnown && (removed & LENGTH) === 0) {
      return `Content-Length: ${this.contentLength}\r\n`
    }
    if ((removed & CODING) !== 0) {
      this.shouldKeepAlive = false
      return ''
    }
    this.chunkedEncoding = true
    return 'Transfer-Encoding: chunked\r\n'
  }

  /**
   * Says something before the answer (RFC 9110 §15.2).
   *
   * @param {number} status 100 to 199, and not 101, which is an answer
   * @param {any} [fields]
   * @param {() => void} [callback]
   */
  writeInformation(status, fields, callback) {
    if (this._header !== null) throw headersSent('write')
    if (!(status >= 100 && status < 200) || status === 101) {
      throw badStatus(status)
    }
    let head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? 'unknown'}\r\n`
    for (const [name, value] of pairsOf(fields)) {
      keyOf(name)
      checkField(name, value)
      head += linesOf(name, value)
    }
    if (status === 100) this.connected.awaitsContinue = false
    if (callback) process.nextTick(callback)
    // Older clients would take it for the answer.
    if (this.req.httpVersionMinor === 0) return true
    return this.connected.send(`${head}\r\n`)
  }

  /** @param {() => void} [callback] */
  writeContinue(callback) {
    this.writeInformation(100, null, callback)
  }

  /** @param {() => void} [callback] */
  writeProcessing(callback) {
    this.writeInformation(102, null, callback)
  }

  /**
   * @param {Record<string, any>} hints
   * @param {() => void} [callback]
   */
  writeEarlyHints({ link, ...rest }, callback) {
    const links = [link ?? []].flat()
    if (links.length === 0) return
    const fields = { Link: links.join(', '), ...rest }
    this.writeInformation(103, fields, callback)
  }

  _implicitHeader() {
    this.writeHead(this.statusCode)
  }
}

/** @param {number} timeout in ms; 0 is for ever */
const keepAliveLines = (timeout) =>
  timeout === 0
    ? 'Connection: keep-alive\r\n'
    : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n`

const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i
const CLOSE = /(?:^|\W)close(?:$|\W)/i

/** @param {any} name of a field */
function lower(name) {
  if (typeof name === 'string') return name.toLowerCase()
  const message = 'The "name" argument must be of type string'
  throw misuse('ERR_INVALID_ARG_TYPE', message, TypeError)
}

/** @param {any} status */
const badStatus = (status) =>
  misuse(
    'ERR_HTTP_INVALID_STATUS_CODE',
    `Invalid status code: ${status}`,
    RangeError,
  )

const badTrailer = () =>
  misuse(
    'ERR_HTTP_TRAILER_INVALID',
    'Trailers are invalid with this transfer encoding',
  )
