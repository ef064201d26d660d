import { Readable } from 'node:stream'
import { http } from '../common/node-http.js'
import { authorityOf } from '../engine/request-line.js'
import { rawHeadersOf } from '../http/fields.js'
import { Request } from './request.js'

/** @import { Connection } from '../engine/connection.js' */
/** @import { Head } from '../engine/head.js' */

const made = new http.IncomingMessage(/** @type {any} */ (null))

/**
 * Where IncomingMessage keeps the lengths of `rawHeaders` and `rawTrailers`.
 *
 * @type {any[]}
 */
const [HEADERS_LENGTH, TRAILERS_LENGTH] = Object.getOwnPropertySymbols(
  made,
).filter(({ description }) => /^k\w+Count$/.test(`${description}`))
if (!TRAILERS_LENGTH) throw new Error(`Unknown Node.js: ${process.version}`)

/** Its members are accessors here, which TypeScript lets only `any` have. */
const Base = /** @type {any} */ (Request)

/**
 * A request of our own engine. It keeps what the parser has found, and makes
 * nothing of it before it is asked: no object of header fields, and no stream.
 */
export class NetRequest extends Base {
  #connection
  /** The lines of the fields, as they came. */
  #lines
  /** @type {string[] | undefined} once they're asked for */
  #rawHeaders
  /** @type {any} of the stream, once it is asked for */
  #state
  /** @type {AbortController | undefined} */
  #abortion
  #isForgotten = false

  /**
   * @param {Connection} connection
   * @param {Head} head
   */
  constructor(connection, head) {
    super()
    this.#connection = connection
    this.httpVersionMinor = head.minor
    this.httpVersion = head.minor === 1 ? '1.1' : '1.0'
    this.#lines = head.text
    this.socket = connection.socket
    this.method = head.method
    this.url = head.target
    this.complete = !head.hasBody
    if (head.target.startsWith('/')) return
    const authority = authorityOf(head.target)
    if (authority === null) return
    // Then the field does not count (RFC 9112 §3.2.2).
    this.headers.host = authority
    this.headersDistinct.host = [authority]
  }

  // IncomingMessage makes `headers` and its relatives of the two lists, when
  // they're asked for.
  get rawHeaders() {
    if (this.#rawHeaders === undefined) {
      this.#rawHeaders = rawHeadersOf(this.#lines)
      this[HEADERS_LENGTH] = this.#rawHeaders.length
    }
    return this.#rawHeaders
  }

  /**
   * Aborted when the client leaves before it has its answer.
   *
   * @returns {AbortSignal}
   */
  get signal() {
    if (this.#abortion === undefined) {
      this.#abortion = new AbortController()
      if (this.aborted || this.#connection.isEnded) this.#abortion.abort()
    }
    return this.#abortion.signal
  }

  /** Whether the handler wants to know when the client leaves. */
  get isWatched() {
    return this.#abortion !== undefined
  }

  /**
   * The first to touch the stream makes it: all its methods, node:stream's
   * functions and packages look at this.
   */
  get _readableState() {
    return this.#state ?? this.#open()
  }

  set _readableState(state) {
    this.#state = state
  }

  #open() {
    const { readableHighWaterMark: highWaterMark } = this
    // As classes from before ES6 call it: it sets the state.
    Reflect.apply(Readable, this, [{ highWaterMark }])
    if (this.complete) this.push(null)
    if (this.#isForgotten) this.forgetBody()
    return this.#state
  }

  // This and the next two can be said without a stream.
  get readableHighWaterMark() {
    return this.#connection.socket.readableHighWaterMark
  }

  get readableFlowing() {
    return this.#state === undefined ? null : super.readableFlowing
  }

  get destroyed() {
    return this.#state !== undefined && super.destroyed
  }

  /** @param {string} lines of the trailer section */
  receiveEnd(lines) {
    if (lines !== '') {
      /** @type {string[]} */
      this.rawTrailers = rawHeadersOf(lines)
      this[TRAILERS_LENGTH] = this.rawTrailers.length
      /** @type {any} They are made anew, for whoever has looked before. */
      this.trailers = undefined
    }
    this.complete = true
    if (this.#state === undefined) this.push(null)
    // Whoever gets the last chunk may put it back, or want no end.
    else setImmediate(() => this.destroyed || this.push(null))
  }

  /** The connection has ended, or the client will send nothing more. */
  lost() {
    const code = 'ECONNRESET'
    this.destroy(Object.assign(new Error('aborted'), { code }))
  }

  /** It has been answered: its stream ends, if anybody has asked for one. */
  forgetBody() {
    this.#isForgotten = true
    if (this.#state === undefined) return
    super.forgetBody()
    if (this.readableFlowing !== null) return
    if (this.readableLength === 0) this.read(0)
    else this.resume()
  }

  /** The stream, or whoever waits for all of it, wants more. */
  more() {
    this.#connection.resumeBody()
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  leave(error, callback) {
    const { request, isOver, isUpgraded } = this.#connection
    // Its connection is another one's by now.
    const isPast = request !== null && !Object.is(request, this)
    const isWhole = this.complete && (this.readableEnded || isPast)
    if (!isWhole) {
      this.aborted = true
      this.emit('aborted')
      this.#abortion?.abort()
      // A loop or a pipeline that stops early has taken the socket away.
      if (this.socket && (!isOver || isUpgraded)) this.#connection.abort()
    }
    if (isWhole && !error) return callback()
    // An error is only for those who listen, as node:http has it.
    const isHeard = () => this.listenerCount('error') > 0
    process.nextTick(() => callback(isHeard() ? error : null))
  }
}

Object.assign(NetRequest.prototype, {
  httpVersionMajor: 1,
  rawTrailers: Object.freeze([]),
  aborted: false,
  // These are a response's, to a client.
  statusCode: null,
  statusMessage: null,
  // By these node:stream knows a request of a server, whose socket has to stay
  // when a loop over its body ends early.
  _consuming: false,
  _dumped: false,
})
