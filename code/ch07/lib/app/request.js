import http from 'node:http'
import { SKIPPED } from '../http/body.js'
import { pathOf, queryOf } from '../http/target.js'
import { NO_PARAMS } from '../router/route.js'

/** @import { Socket } from 'node:net' */

/**
 * A request as a handler sees it: node:http's, and what the router knows of
 * it. Nothing here is computed before it is asked for.
 */
export class Request extends http.IncomingMessage {
  /** @type {Record<string, string>} what the route's parameters stand for */
  params = NO_PARAMS
  /** @type {URLSearchParams | undefined} */
  #queryParams
  /** @type {{ socket: Socket, length: number } | undefined} */
  #skipped

  /** The path of the request target, as it was sent. */
  get path() {
    return pathOf(this.url ?? '')
  }

  /** The query of the request target, as the WHATWG URL standard reads it. */
  get queryParams() {
    this.#queryParams ??= new URLSearchParams(queryOf(this.url ?? ''))
    return this.#queryParams
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
