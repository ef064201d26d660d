import http from 'node:http'
import { parseQuery } from '../http/query.js'
import { pathOf, queryOf } from '../http/target.js'
import { NO_PARAMS } from '../router/route.js'

/**
 * A request as a handler sees it: node:http's, and what the router knows of
 * it. Nothing here is computed before it is asked for.
 */
export class Request extends http.IncomingMessage {
  /** @type {Record<string, string>} what the route's parameters stand for */
  params = NO_PARAMS
  /** @type {URLSearchParams | undefined} */
  #queryParams
  /** @type {Record<string, string | string[]> | undefined} */
  #query

  /** The path of the request target, as it was sent. */
  get path() {
    return pathOf(this.url ?? '')
  }

  /** The query of the request target, as the WHATWG URL standard reads it. */
  get queryParams() {
    // Of the question marks, URLSearchParams drops the first.
    this.#queryParams ??= new URLSearchParams(`?${queryOf(this.url ?? '')}`)
    return this.#queryParams
  }

  /**
   * The query as an object: a key that is repeated has an array.
   *
   * @throws {import('./errors.js').VelocyError} ERR_VELOCY_QUERY_TOO_LONG,
   *   status 400
   */
  get query() {
    this.#query ??= parseQuery(queryOf(this.url ?? ''))
    return this.#query
  }
}
