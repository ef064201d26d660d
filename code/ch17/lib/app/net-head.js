import http from 'node:http'
import { checkPlace, isChunked, lengthOf, misfits } from './answer-framing.js'
import {
  CODING,
  CONNECTION,
  checkField,
  DATE,
  dateLine,
  fieldOf,
  KEEP_ALIVE,
  keepAliveLines,
  keyOf,
  LENGTH,
  linesOf,
  pairsOf,
  statusLine,
  TRAILER,
} from './answer-head.js'
import {
  badLink,
  badStatus,
  badTrailer,
  badType,
  headersSent,
} from './misuse.js'
import { NetFields } from './net-fields.js'

/** @import { Field } from './answer-head.js' */
/** @import { Connection } from '../engine/connection.js' */
/** @import { NetRequest } from './net-request.js' */

/** Of statuses, those that end the wait for an answer. */
const FINAL = '200 to 999 (writeInformation is for what comes before them)'

const CLOSE = /(?:^|\W)close(?:$|\W)/i

/** RFC 8288 §3 */
const LINK = /^<[^>]*>(?:\s*;\s*[^\s;"=]+(?:="?[^\s;"]*"?)?)*$/

/** The head of an answer of our own engine. */
export class NetHead extends NetFields {
  statusCode = 200
  /** @type {any} */
  statusMessage = undefined
  sendDate = true
  chunkedEncoding = false
  /** @type {number | null} of the body, when it is known */
  contentLength = null

  /**
   * @param {Connection} connection
   * @param {NetRequest} req
   */
  constructor(connection, req) {
    super()
    this.connected = connection
    this.req = req
    /** @type {any} none after the end */
    this.socket = connection.socket
    this.shouldKeepAlive = connection.mayStay
    /** Whether the answer may have a body. */
    this.hasBody = req.method !== 'HEAD'
  }

  /**
   * @param {number} status
   * @param {any} [reason] or the fields
   * @param {any} [fields] an object, or a list
   */
  writeHead(status, reason, fields) {
    if (this.headersSent) throw headersSent('write')
    try {
      this._header = this.#headOf(status, reason, fields)
    } catch (error) {
      // What is sent in its place has another length.
      this.contentLength = null
      throw error
    }
    return this
  }

  /**
   * @param {number} status
   * @param {any} reason
   * @param {any} fields
   */
  #headOf(status, reason, fields) {
    const code = status | 0
    // Behind a 1xx, a client would wait for the answer for ever.
    if (code < 200 || code > 999) throw badStatus(status, FINAL)
    if (typeof reason === 'string') this.statusMessage = reason
    else {
      this.statusMessage ||= http.STATUS_CODES[code] ?? 'unknown'
      fields ??= reason
    }
    this.statusCode = code
    const line = statusLine(code, this.statusMessage)
    const isBodiless = code === 204 || code === 205 || code === 304
    this.hasBody = !isBodiless && this.req.method !== 'HEAD'
    return this.#make(line, this.#merge(fields))
  }

  /**
   * @param {any} added to the fields that were set; with none, as it is
   * @returns {Field[]}
   */
  #merge(added) {
    if (added === undefined || added === null) return this._fields
    if (this._fields.length > 0) {
      if (!Array.isArray(added)) {
        for (const name of Object.keys(added)) this.setHeader(name, added[name])
        return this._fields
      }
      const pairs = pairsOf(added)
      for (const [name] of pairs) this.removeHeader(name)
      for (const [name, value] of pairs) this.appendHeader(name, value)
      return this._fields
    }
    return pairsOf(added).map(([name, value]) => fieldOf(name, value))
  }

  /**
   * @param {string} line of the status
   * @param {Field[]} fields
   * @returns {string}
   */
  #make(line, fields) {
    let head = line
    let seen = 0
    this.chunkedEncoding = false
    if (!this.connected.keepsAlive) this.shouldKeepAlive = false
    for (const { name, value, mark, lines } of fields) {
      head += lines ?? linesOf(name, value)
      if (mark === 0) continue
      this.#heed(mark, value, (seen & mark) !== 0)
      seen |= mark
    }
    const odd = misfits(seen, this)
    if (odd !== 0) return this.#make(line, without(odd, fields))
    if (this.sendDate && ((seen | this._removed) & DATE) === 0) {
      head += dateLine()
    }
    // It may take the end of the connection to end the answer.
    const framing = this.#framingLine(seen)
    head += this.#connectionLines(seen) + framing
    if ((seen & TRAILER) !== 0 && !this.chunkedEncoding) throw badTrailer()
    return `${head}\r\n`
  }

  /**
   * @param {number} mark
   * @param {any} value
   * @param {boolean} isAgain whether there has been one like it
   */
  #heed(mark, value, isAgain) {
    if (mark === LENGTH) this.contentLength = lengthOf(value, isAgain)
    if (mark === CODING) this.chunkedEncoding = isChunked(value, isAgain)
    if (mark === CONNECTION && CLOSE.test(value)) this.shouldKeepAlive = false
  }

  /** @param {number} seen */
  #connectionLines(seen) {
    // Without chunks, an unknown length ends with the connection.
    const isOld = this.req.httpVersionMinor === 0
    if (isOld && (seen & LENGTH) === 0) this.shouldKeepAlive = false
    if (((seen | this._removed) & CONNECTION) !== 0) return ''
    if (!this.shouldKeepAlive) return 'Connection: close\r\n'
    if ((seen & KEEP_ALIVE) !== 0) return 'Connection: keep-alive\r\n'
    return keepAliveLines(this.connected.engine.limits)
  }

  /**
   * How the client learns where the body ends (RFC 9112 §6.3).
   *
   * @param {number} seen
   */
  #framingLine(seen) {
    if ((seen & (LENGTH | CODING)) !== 0) return ''
    // The one without a body that has to say so (RFC 9110 §15.3.6).
    if (this.statusCode === 205) return 'Content-Length: 0\r\n'
    if (!this.hasBody || this.req.httpVersionMinor === 0) return ''
    const removed = this._removed
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
    if (this.headersSent) throw headersSent('write')
    const isEarly = Number.isInteger(status) && status >= 100 && status < 200
    if (!isEarly || status === 101) {
      throw badStatus(status, '100, or 102 to 199')
    }
    let head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? 'unknown'}\r\n`
    for (const [name, value] of pairsOf(fields)) {
      checkPlace(keyOf(name))
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
   * @param {any} hints fields, of which `link` has to be one
   * @param {() => void} [callback]
   */
  writeEarlyHints(hints, callback) {
    if (Object(hints) !== hints) throw badType('hints', 'of type object')
    const { link, ...rest } = hints
    const links = [link ?? []].flat()
    if (links.length === 0) return
    for (const one of links) if (!LINK.test(one)) throw badLink()
    const fields = { Link: links.join(', '), ...rest }
    this.writeInformation(103, fields, callback)
  }

  _implicitHeader() {
    this.writeHead(this.statusCode)
  }
}

/**
 * @param {number} odd the marks of those that go
 * @param {Field[]} fields
 */
const without = (odd, fields) => fields.filter(({ mark }) => (mark & odd) === 0)
