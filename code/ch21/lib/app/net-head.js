import { inheritNothing } from '../common/inherit-nothing.js'
import { http } from '../common/node-http.js'
import {
  dateLine,
  keepAliveLines,
  linesOf,
  pairsOf,
  Said,
  startOf,
} from './answer-head.js'
import { badStatus } from './misuse.js'
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

/** Statuses without a body (RFC 9110 §6.4.1). */
const BODILESS = /** @type {Set<any>} */ (new Set([101, 204, 205, 304]))

const CLOSE = 'Connection: close\r\n'

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

  /** No option of Node.js lets a line break into a field. */
  _isLenientHeaderValidation() {
    return false
  }

  /**
   * @param {number} status 200 to 999: after a 1xx, a client would go on
   *   waiting; 101 is for `upgrade`
   * @param {any} [reason] or the fields
   * @param {any} [fields] an object, or a list
   * @throws {RangeError} ERR_HTTP_INVALID_STATUS_CODE
   * @throws {TypeError} as `setHeader`; ERR_INVALID_ARG_VALUE
   */
  writeHead(status, reason, fields) {
    const least = this.connected.isUpgraded ? 101 : 200
    if (status < least || !(status < 1000)) throw badStatus(status)
    // An object could give another text when it is looked at again.
    if (this.statusMessage) this.statusMessage = `${this.statusMessage}`
    return super.writeHead(status, reason, fields)
  }

  /**
   * Called by ServerResponse, which has checked the status.
   *
   * @param {string} statusLine
   * @param {any} given to `writeHead`, when no field was set before
   */
  _storeHeader(statusLine, given) {
    const { req, statusCode } = this
    /** @type {any[]} */
    const fields = Object.values(this[FIELDS] ?? {})
    const said = new Said(fields.length > 0 ? fields : pairsOf(given))
    this._hasBody = req.method !== 'HEAD' && !BODILESS.has(statusCode)
    // It may take the end of the connection to end the body.
    const framing = this.#framing(said)
    const date = said.hasDate || !this.sendDate ? '' : dateLine()
    const lines = `${said.lines}${date}${this.#connection(said)}${framing}`
    this._header = `${statusLine}${lines}\r\n`
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
    if (mayTell && !this._removedContLen) {
      length ??= this._contentLength
    }
    if (length !== null) {
      if (this._hasBody) this.promised = length
      return `Content-Length: ${length}\r\n`
    }
    if (!this._hasBody) return ''
    if (mayTell && !this._removedTE) {
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
    if (this.statusCode === 101) return connection
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
   * @returns {boolean} false: the head is no ordinary one
   */
  storeOrdinary(status, type, length) {
    const fields = this[FIELDS]
    if (!Object.hasOwn(http.STATUS_CODES, status)) return false
    let lines = ''
    for (const key in fields) {
      if (OURS.has(key)) return false
      if (key === 'content-type') type = ''
      lines += linesOf(fields[key][0], fields[key][1])
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
    return true
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
