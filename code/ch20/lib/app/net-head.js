import { inheritNothing } from '../common/inherit-nothing.js'
import { http } from '../common/node-http.js'
import {
  checkCoding,
  dateLine,
  keepAliveLines,
  lengthOf,
  linesOf,
  startOf,
} from './answer-head.js'
import { Response } from './response.js'

/** @import { Connection } from '../engine/connection.js' */
/** @import { NetRequest } from './net-request.js' */

/** Its members are accessors here, which TypeScript lets only `any` have. */
const Base = /** @type {any} */ (Response)

/** Statuses without a body (RFC 9110 §6.4.1). */
const BODILESS = /** @type {Set<any>} */ (new Set([101, 204, 205, 304]))

const CLOSE = 'Connection: close\r\n'
const IS_CLOSE = /\Wclose(?:$|\W)/i

/**
 * The head of a response of our own engine. It inherits from ServerResponse the
 * methods that keep its fields, and those that need no socket.
 */
export class NetHead extends Base {
  /** @type {any} the head, once it is written; packages look at it, too */
  _header = null
  _headerSent = false
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
  }

  /**
   * @param {string} name
   * @param {any} value a string, a number, or a list
   * @throws {TypeError} ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR
   */
  setHeader(name, value) {
    this[FIELDS] ??= new Fields()
    return super.setHeader(name, value)
  }

  /**
   * @param {number} status 200 to 999: after a 1xx, a client would go on
   *   waiting; 101 is for `upgrade`
   * @param {any} [reason] or the fields
   * @param {any} [fields] an object, or a list of names and values by turns
   * @throws {RangeError} ERR_HTTP_INVALID_STATUS_CODE
   * @throws {TypeError} as `setHeader`; ERR_INVALID_ARG_VALUE
   */
  writeHead(status, reason, fields) {
    const isFinal = status < 1000 && (status > 199 || this.connected.isUpgraded)
    // ServerResponse throws for this text, and quotes it.
    const checked = isFinal ? status : `${status}, expected 200 to 999`
    // An object could give another text when it is looked at again.
    if (this.statusMessage) this.statusMessage = `${this.statusMessage}`
    // Then what is given is set there.
    this[FIELDS] ??= new Fields()
    return super.writeHead(checked, reason, fields)
  }

  /**
   * Called by ServerResponse, which has checked the status and set all fields.
   *
   * @param {string} statusLine
   */
  _storeHeader(statusLine) {
    this.#store(statusLine, this._removedContLen ? null : this._contentLength)
  }

  /**
   * Fields that say how the answer is sent do not go into the head as they are.
   *
   * @param {string} start the first lines
   * @param {number | null} known the length of the body, if it is known
   */
  #store(start, known) {
    const fields = this[FIELDS]
    let lines = start
    let connection = ''
    let trailer = ''
    let isChunked = false
    /** @type {number | null} */
    let length = null
    for (const key in fields) {
      const name = fields[key][0]
      const value = fields[key][1]
      if (key === 'content-length') length = lengthOf(value)
      else if (key === 'transfer-encoding') {
        checkCoding(value)
        isChunked = true
      } else if (key === 'trailer') trailer = linesOf(name, value)
      else if (key === 'connection') connection = linesOf(name, value)
      else lines += linesOf(name, value)
    }
    const { statusCode, req } = this
    this._hasBody = req.method !== 'HEAD' && !BODILESS.has(statusCode)
    if (this._hasBody && req.httpVersionMinor === 1) length ??= known
    // It may take the end of the connection to end the body.
    const framing = this.#framing(length, isChunked, trailer)
    const date = fields?.date || !this.sendDate ? '' : dateLine()
    this._header = `${lines}${framing}${date}${this.#connection(connection)}\r\n`
  }

  /**
   * How the client learns where the body ends (RFC 9112 §6.3).
   *
   * @param {number | null} length in bytes
   * @param {boolean} isChunked
   * @param {string} trailer
   */
  #framing(length, isChunked, trailer) {
    const { statusCode, req } = this
    this.promised = -1
    if (statusCode === 205) return 'Content-Length: 0\r\n'
    if (statusCode === 204) return length === 0 ? 'Content-Length: 0\r\n' : ''
    const isOpen = length === null && this._hasBody
    const inChunks = isChunked || trailer !== '' || (isOpen && !this._removedTE)
    if (inChunks && req.httpVersionMinor === 1 && statusCode !== 304) {
      this.chunkedEncoding = true
      return `Transfer-Encoding: chunked\r\n${trailer}`
    }
    if (isOpen) this.shouldKeepAlive = false
    if (length === null) return ''
    if (this._hasBody) this.promised = length
    return `Content-Length: ${length}\r\n`
  }

  /** @param {string} own what the handler says of it, as a line */
  #connection(own) {
    const { statusCode, req, connected } = this
    if (statusCode === 101) return own
    // The rest of a body that is too large would be in the way.
    const isTooLarge = statusCode === 413 && !req.complete
    const isClosing = isTooLarge || (own !== '' && IS_CLOSE.test(own))
    this.shouldKeepAlive &&= connected.keepsAlive && !isClosing
    if (!this.shouldKeepAlive) return CLOSE
    if (own !== '') return own
    if (this[FIELDS]?.['keep-alive']) return 'Connection: keep-alive\r\n'
    return keepAliveLines(connected.engine.limits)
  }

  /**
   * @param {number} status
   * @param {string} type of the body, unless a field says it
   * @param {number} length of the body, in bytes
   * @returns {boolean} false: the head can't promise just that, and is none yet
   */
  storeOrdinary(status, type, length) {
    if (!Object.hasOwn(http.STATUS_CODES, status)) return false
    const fields = this[FIELDS]
    // They may say it of another body.
    if (fields?.['content-length'] ?? fields?.['transfer-encoding'])
      return false
    this.statusCode = status
    this.#store(startOf(status, fields?.['content-type'] ? '' : type), length)
    if (this.promised !== length) this._header = null
    return this._header !== null
  }
}

// What the constructor gives each response begins on the prototype here: few
// responses change it.
const made = new http.OutgoingMessage()
const { _events, _eventsCount, ...initial } = /** @type {any} */ (made)
Object.assign(NetHead.prototype, initial, { sendDate: true })

/** Where ServerResponse keeps the fields: of each key, the name and the value. */
const FIELDS = /** @type {any} */ (
  Object.getOwnPropertySymbols(made.setHeader('x-a', 'b')).find(
    (key) => /** @type {any} */ (made)[key]?.['x-a'],
  )
)
if (!FIELDS) throw new Error(`Velocy does not know Node.js ${process.version}`)

/** An object of ServerResponse's own would be slower. */
const Fields = inheritNothing(function Fields() {})
