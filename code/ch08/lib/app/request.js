import http from 'node:http'
import { SKIPPED } from '../http/body.js'
import { parseQuery, searchParamsOf } from '../http/query.js'
import { queryOf } from '../http/target.js'
import { NO_PARAMS } from '../router/route.js'

/** @import { Socket } from 'node:net' */

/**
 * A request as a handler sees it: node:http's, with its parameters, path and
 * query. The path and the query are computed when a handler asks for them.
 */
export class Request extends http.IncomingMessage {
  /** @type {Record<string, string>} the values of the route's parameters */
  params = NO_PARAMS
  /** The path in its normal form; what was sent is in `url`. */
  path = ''
  /** @type {URLSearchParams | undefined} */
  #queryParams
  /** @type {Record<string, string | string[]> | undefined} */
  #query
  /** @type {{ socket: Socket, length: number } | undefined} */
  #skipped

  /** The query of the request target, as the WHATWG URL standard reads it. */
  get queryParams() {
    this.#queryParams ??= searchParamsOf(queryOf(this.url ?? ''))
    return this.#queryParams
  }

  /**
   * The query as an object: a key that is repeated has an array.
   *
   * @throws {import('../common/errors.js').VelocyError} ERR_VELOCY_QUERY_TOO_LONG,
   *   status 400
   */
  get query() {
    this.#query ??= parseQuery(queryOf(this.url ?? ''))
    return this.#query
  }

  /**
   * Discards the rest of the body so that the connection can be reused. No-op
   * while something is reading it.
   * @internal
   * @param {Socket} socket of the request; a loop or a pipeline that stopped
   *   early has set req.socket to null
   */
  skipBody(socket) {
    const readers = this.listenerCount('data') + this.listenerCount('readable')
    if (readers > 0 && !this.destroyed) return
    this.#skipped = { socket, length: 0 }
    this.resume()
    // A destroyed stream does not read from its socket.
    socket.resume()
  }

  /**
   * Called for each chunk of the body. Once skipBody() was called, counts and
   * drops it.
   *
   * @override
   * @param {Buffer | null} chunk null: the end
   * @param {BufferEncoding} [encoding]
   * @returns {boolean} false: stop reading from the socket
   */
  push(chunk, encoding) {
    if (this.#skipped === undefined || chunk === null) {
      return super.push(chunk, encoding)
    }
    this.#skipped.length += chunk.length
    if (this.#skipped.length <= SKIPPED) return true
    this.#skipped.socket.destroy()
    return false
  }
}
