import http from 'node:http'
import { SKIPPED } from '../http/body.js'
import { parseQuery, searchParamsOf } from '../http/query.js'
import { queryOf } from '../http/target.js'
import { NO_PARAMS } from '../router/route.js'

/** @import { Socket } from 'node:net' */

/**
 * A request as a handler sees it: node:http's, and what the router knows of
 * it. Nothing here is computed before it is asked for.
 */
export class Request extends http.IncomingMessage {
  /** @type {Record<string, string>} what the route's parameters stand for */
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
   * Throws away what is left of the body: as long as it lies in the way, the
   * connection has no next request. Whoever reads it already goes on.
   *
   * @param {Socket} socket of the request, which a loop or a pipeline that
   *   stopped early has taken from it
   */
  skipBody(socket) {
    const readers = this.listenerCount('data') + this.listenerCount('readable')
    if (readers > 0 && !this.destroyed) return
    this.#skipped = { socket, length: 0 }
    this.resume()
    // A stream that was destroyed does not ask for more: its socket has to.
    socket.resume()
  }

  /**
   * The way of the body into the stream.
   *
   * @override
   * @param {Buffer | null} chunk null: the end
   * @param {BufferEncoding} [encoding]
   * @returns {boolean} whether more may come
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
