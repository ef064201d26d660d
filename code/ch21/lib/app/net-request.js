import { Readable } from 'node:stream'
import { rawHeadersOf } from '../engine/fields.js'
import { authorityOf } from '../engine/target.js'
import { misuse } from './misuse.js'
import { Request } from './request.js'

/** @import { Connection } from '../engine/connection.js' */
/** @import { Head } from '../engine/head.js' */

/** Its members are accessors here, which TypeScript lets only `any` have. */
const Base = /** @type {any} */ (Request)

/**
 * A request of our own engine. It keeps what the parser has found, and makes
 * nothing of it before it is asked: no object of header fields, and no stream.
 */
export class NetRequest extends Base {
  #connection
  /** The lines of the head and those of the trailer section, as they came. */
  #lines
  #trailerLines = ''
  /** The target as it came: middleware may change `url`. */
  #target
  // Views of the lines, once they're asked for.
  /** @type {string[] | undefined} */
  #rawHeaders
  /** @type {Record<string, any> | undefined} */
  #headers
  /** @type {Record<string, string[]> | undefined} */
  #distinct
  /** @type {any} of the stream, once it is asked for */
  #state
  /** @type {AbortController | undefined} */
  #abortion
  #isLost = false
  #isForgotten = false

  /**
   * @param {Connection} connection
   * @param {Head} head which is the next request's soon
   */
  constructor(connection, head) {
    super()
    this.#connection = connection
    this.httpVersionMinor = head.minor
    this.#lines = head.text
    this.#target = head.target
    this.socket = connection.socket
    this.method = head.method
    this.url = head.target
    this.complete = !head.hasBody
  }

  get httpVersion() {
    return `1.${this.httpVersionMinor}`
  }

  get rawHeaders() {
    this.#rawHeaders ??= rawHeadersOf(this.#lines)
    return this.#rawHeaders
  }

  get rawTrailers() {
    return rawHeadersOf(this.#trailerLines)
  }

  get headers() {
    if (this.#headers !== undefined) return this.#headers
    const headers = this.#view('_addHeaderLine', {}, this.rawHeaders)
    // Then the field does not count (RFC 9112 §3.2.2).
    const authority = authorityOf(this.#target)
    if (authority !== null) headers.host = authority
    this.#headers = headers
    return headers
  }

  set headers(headers) {
    this.#headers = headers
  }

  get headersDistinct() {
    if (this.#distinct !== undefined) return this.#distinct
    const distinct = Object.create(null)
    this.#view('_addHeaderLineDistinct', distinct, this.rawHeaders)
    const authority = authorityOf(this.#target)
    if (authority !== null) distinct.host = [authority]
    this.#distinct = distinct
    return distinct
  }

  get trailers() {
    return this.#view('_addHeaderLine', {}, this.rawTrailers)
  }

  get trailersDistinct() {
    const distinct = Object.create(null)
    return this.#view('_addHeaderLineDistinct', distinct, this.rawTrailers)
  }

  /**
   * What node:http makes of fields, by its own method.
   *
   * @param {string} add adds a field to an object
   * @param {Record<string, any>} fields
   * @param {string[]} raw names and values
   */
  #view(add, fields, raw) {
    for (let i = 0; i < raw.length; i += 2)
      this[add](raw[i], raw[i + 1], fields)
    return fields
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

  // This and the next three can be said without a stream.
  get readableHighWaterMark() {
    return this.#connection.socket.readableHighWaterMark
  }

  get readableFlowing() {
    return this.#state === undefined ? null : super.readableFlowing
  }

  get readableLength() {
    return this.#state === undefined ? 0 : super.readableLength
  }

  get destroyed() {
    return this.#state !== undefined && super.destroyed
  }

  /**
   * @param {number} time without any byte, in ms; 0 is for ever
   * @param {() => void} [callback] what happens then, other than the end
   */
  setTimeout(time, callback) {
    if (callback) this.on('timeout', callback)
    this.#connection.response?.setTimeout(time)
    return this
  }

  /**
   * The connection has more of the body.
   *
   * @param {Buffer} chunk
   * @returns {boolean} whether it may go on
   */
  receive(chunk) {
    return this.push(chunk)
  }

  /** @param {string} lines of the trailer section */
  receiveEnd(lines) {
    this.#trailerLines = lines
    this.complete = true
    if (this.#state === undefined) this.push(null)
    // Whoever gets the last chunk may put it back, or want no end.
    else setImmediate(() => this.destroyed || this.push(null))
  }

  /** The connection has ended, or the client will send nothing more. */
  lost() {
    this.#isLost = true
    this.destroy(misuse('ECONNRESET', 'aborted'))
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
    const { request, isUpgraded } = this.#connection
    const isCurrent = Object.is(request, this) || isUpgraded
    // Its connection is another one's by now.
    const isPast = request !== null && !isCurrent && !this.#isLost
    const isWhole = this.complete && (this.readableEnded || isPast)
    if (!isWhole) {
      this.aborted = true
      this.emit('aborted')
      this.#abortion?.abort()
      // A loop or a pipeline that stops early has taken the socket away.
      if (this.socket && !this.#isLost) this.#connection.abort()
    }
    if (isWhole && !error) return callback()
    // An error is only for those who listen, as node:http has it.
    const isHeard = () => this.listenerCount('error') > 0
    process.nextTick(() => callback(isHeard() ? error : null))
  }
}

Object.assign(NetRequest.prototype, {
  httpVersionMajor: 1,
  aborted: false,
  // These are a response's, to a client.
  statusCode: null,
  statusMessage: null,
  // By these node:stream knows a request of a server, whose socket has to stay
  // when a loop over its body ends early.
  _consuming: false,
  _dumped: false,
})
