import { checkOptions } from '../common/options.js'
import { aborted, SKIPPED, tooLarge } from '../http/body.js'
import { decoderOf, textOf } from '../http/charsets.js'
import { contentCoding, decodeContent } from '../http/codings.js'
import { expectType, FORM, hasBody, isForm, isJson } from '../http/content.js'
import { parseJson } from '../http/json.js'
import { BODY_LIMITS, FORM_RULES, READ_RULES } from '../http/limits.js'
import { parseQuery, searchParamsOf } from '../http/query.js'
import { queryOf } from '../http/target.js'
import { NO_PARAMS } from '../router/route.js'
import { Incoming } from './bare.js'
import { Body, used } from './body.js'

/** @import { Socket } from 'node:net' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { BodyLimits, BodyOptions } from '../http/limits.js' */
/** @import { Route } from '../router/route.js' */
/** @import { Response } from './response.js' */
/** @typedef {{ socket: Socket, length: number }} Skipped */

/**
 * A request as a handler sees it: node:http's, with its parameters, path and
 * query. The path and the query are computed when a handler asks for them.
 */
export class Request extends Incoming {
  /** @type {Record<string, string>} the values of the route's parameters */
  params = NO_PARAMS
  /** @type {Route | undefined} none when no route takes the request */
  route
  /** The path in its normal form; what was sent is in `url`. */
  path = ''
  /** @internal @type {Readonly<BodyLimits>} of the route */
  limits = BODY_LIMITS
  /** @type {URLSearchParams | undefined} */
  #queryParams
  /** @type {Record<string, string | string[]> | undefined} */
  #query
  /** @type {Skipped | undefined} */
  #skipped
  /** @type {Body | undefined} what has come before the stream is read */
  #body
  /** @type {Promise<Buffer> | undefined} the body, decoded */
  #bytes
  /** @type {number | undefined} of the first reader; undefined: of the route */
  #limit
  /** How much of the body the stream has got, in bytes. */
  #streamed = 0
  /** Whether the stream has been asked for the body. */
  #isStream = false
  /** @type {Response | undefined} until its client is told to continue */
  #expecting

  /** The query of the request target, as the WHATWG URL standard reads it. */
  get queryParams() {
    this.#queryParams ??= searchParamsOf(queryOf(this.url ?? ''))
    return this.#queryParams
  }

  /**
   * The query as an object: a key that is repeated has an array.
   *
   * @throws {VelocyError} ERR_VELOCY_QUERY_TOO_LONG, status 400
   */
  get query() {
    this.#query ??= parseQuery(queryOf(this.url ?? ''))
    return this.#query
  }

  /** Middleware that validates a query may replace it. */
  set query(query) {
    this.#query = query
  }

  /**
   * The body, without the coding of Content-Encoding. It is read once and kept:
   * this, `text`, `json` and `form` may be called again, and the stream may be
   * read after them.
   *
   * @param {BodyOptions} [options] those of the first call count
   * @returns {Promise<Buffer>} the same for all calls
   * @throws {VelocyError} ERR_VELOCY_BODY_TOO_LARGE, status 413;
   *   ERR_VELOCY_BODY_TIMEOUT, status 408; ERR_VELOCY_BODY_CODING, status 415;
   *   ERR_VELOCY_BODY_CORRUPT and ERR_VELOCY_BODY_ABORTED, status 400;
   *   ERR_VELOCY_BODY_USED when the stream was read; ERR_VELOCY_BAD_OPTION
   */
  async bytes(options) {
    const checked = checkOptions('req.bytes', options, READ_RULES)
    this.#bytes ??= this.#read(checked)
    return this.#bytes
  }

  /** @param {BodyOptions} options @returns {Promise<Buffer>} */
  async #read({ limit, timeout = this.limits.bodyTimeout, signal }) {
    this.#limit = limit ?? this.limits.bodyLimit
    signal?.throwIfAborted()
    if (this.#isStream || this.readableFlowing) throw used()
    if (this.destroyed && !this.complete) throw aborted()
    const announced = Number(this.headers['content-length'])
    if (announced > this.#limit) throw tooLarge(this.#limit)
    const coding = contentCoding(this.headers['content-encoding'])
    this.#continue()
    this.#body ??= new Body(this.complete)
    // Resumes the socket, and tells node:http that the body is wanted.
    this.more(0)
    try {
      const options = { limit: this.#limit, timeout, signal }
      const bytes = await this.#body.wait(options)
      if (coding) return decodeContent(bytes, coding, this.#limit)
      return bytes
    } finally {
      if (this.#isStream && this.#body) this.#flow()
    }
  }

  /**
   * The body as text, in the charset that Content-Type names, or UTF-8.
   *
   * @param {BodyOptions} [options]
   * @returns {Promise<string>} without a byte order mark
   * @throws {VelocyError} those of `bytes`; ERR_VELOCY_BODY_CHARSET, status
   *   415; ERR_VELOCY_BODY_NOT_TEXT, status 400
   */
  async text(options) {
    checkOptions('req.text', options, READ_RULES)
    const decoder = decoderOf(this.headers)
    return textOf(await this.bytes(options), decoder)
  }

  /**
   * The body as the fields of a form, urlencoded: an object such as `query`.
   *
   * @param {BodyOptions & { pairs?: number }} [options] the most fields that
   *   are read, 1000
   * @returns {Promise<Record<string, string | string[]>>}
   * @throws {VelocyError} those of `text`; ERR_VELOCY_BODY_TYPE, status 415;
   *   ERR_VELOCY_QUERY_TOO_LONG, status 400
   */
  async form(options) {
    const { pairs, ...own } = checkOptions('req.form', options, FORM_RULES)
    expectType(this.headers, FORM, isForm)
    return parseQuery(textOf(await this.bytes(own)), { pairs })
  }

  /**
   * The body as JSON, which is UTF-8: a new value for each call.
   *
   * @param {BodyOptions} [options]
   * @returns {Promise<unknown>}
   * @throws {VelocyError} those of `text`; ERR_VELOCY_BODY_TYPE, status 415;
   *   ERR_VELOCY_BAD_JSON and ERR_VELOCY_JSON_KEY, status 400
   */
  async json(options) {
    checkOptions('req.json', options, READ_RULES)
    expectType(this.headers, 'application/json', isJson)
    return parseJson(textOf(await this.bytes(options)))
  }

  /**
   * Remembers to send 100 Continue when the body is asked for, and not before
   * (RFC 9110 §10.1.1).
   * @internal
   * @param {Response} res
   */
  expectContinue(res) {
    if (hasBody(this.headers)) this.#expecting = res
  }

  #continue() {
    if (this.#expecting?.headersSent === false) this.#expecting.writeContinue()
    this.#expecting = undefined
  }

  /**
   * Discards the rest of the body so that the connection can be reused. No-op
   * while something is reading it.
   * @internal
   * @param {Socket} socket of the request; a loop or a pipeline that stopped
   *   early has set req.socket to null
   */
  skipBody(socket) {
    if (this.#hasReaders() && !this.destroyed) return
    this.#body?.fail(used('was thrown away, because the answer has been sent'))
    if (this.#body !== undefined) this.#body.chunks = []
    this.#skipped = { socket, length: 0 }
    this.resume()
    // A destroyed stream does not read from its socket.
    socket.resume()
  }

  /** Discards a body that has arrived and was not read. @internal */
  forgetBody() {
    if (this.#body === undefined && this.readableLength === 0) return
    if (this.#hasReaders()) return
    if (this.#body !== undefined) this.#body.chunks = []
    this.resume()
  }

  #hasReaders() {
    return this.listenerCount('data') + this.listenerCount('readable') > 0
  }

  /**
   * Called for each chunk of the body. Keeps it until a handler asks the stream
   * for it. Once skipBody() was called, counts and drops it.
   *
   * @override
   * @param {Buffer | null} chunk null: the end
   * @param {BufferEncoding} [encoding]
   * @returns {boolean} false: stop reading from the socket
   */
  push(chunk, encoding) {
    if (this.#skipped !== undefined && chunk !== null) return this.#skip(chunk)
    if (this.#isStream && this.#body === undefined) {
      return this.#pass(chunk, encoding)
    }
    if (chunk !== null) {
      this.#body ??= new Body()
      this.#body.add(chunk)
      const { isAwaited, length } = this.#body
      return isAwaited || length < this.readableHighWaterMark
    }
    if (this.#body === undefined) return super.push(null)
    this.#body.end()
    return false
  }

  /**
   * Hands a chunk to the stream, to which the limit applies as well.
   *
   * @param {Buffer | null} chunk
   * @param {BufferEncoding} [encoding]
   */
  #pass(chunk, encoding) {
    const isWanted = super.push(chunk, encoding)
    const limit = this.#limit ?? this.limits.bodyLimit
    this.#streamed += chunk?.length ?? 0
    if (this.#streamed <= limit || !this.#hasReaders()) return isWanted
    // If the handler hears of the error, it can still answer.
    if (this.listenerCount('error') > 0) Object.assign(this, { socket: null })
    this.destroy(tooLarge(limit))
    return false
  }

  /** @param {Buffer} chunk */
  #skip(chunk) {
    const skipped = /** @type {Skipped} */ (this.#skipped)
    skipped.length += chunk.length
    if (skipped.length <= SKIPPED) return true
    skipped.socket.destroy()
    return false
  }

  /** @override @param {number} size of what the stream asks for */
  _read(size) {
    this.#isStream = true
    if (this.#expecting !== undefined) this.#continue()
    if (this.#body === undefined) this.more(size)
    else if (!this.#body.isAwaited) this.#flow()
  }

  /** Hands what was kept on to the stream. */
  #flow() {
    const { chunks, isEnded } = /** @type {Body} */ (this.#body)
    this.#body = undefined
    for (const chunk of chunks) this.#pass(chunk)
    if (isEnded) super.push(null)
    else this.more(0)
  }

  /**
   * @override
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    this.#body?.fail(aborted())
    this.leave(error, callback)
  }

  /**
   * Asks the connection for more of the body.
   *
   * @protected
   * @param {number} size
   */
  more(size) {
    super._read(size)
  }

  /**
   * Takes leave of the connection.
   *
   * @protected
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  leave(error, callback) {
    super._destroy(error, callback)
  }
}
