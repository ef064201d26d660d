import http from 'node:http'
import { allowedMethods } from '../http/methods.js'
import { checkHandler, checkMethod, checkPath, conflict } from './checks.js'
import { ALL, Route } from './route.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Handler, Match, RouteArguments } from './route.js' */

/**
 * The methods that a route can have. node:http answers 400 to any method that
 * is not in its list, and CONNECT is an event instead of a request.
 */
const METHODS = new Set(http.METHODS.filter((name) => name !== 'CONNECT'))

/** Finds the route for a method and a path. */
export class RouteTable {
  /** @type {Route[]} */
  #routes = []
  /** @type {Map<string, Map<string, Route>>} by method, then by path */
  #tables = new Map()

  /** @param {string} path @param {RouteArguments} rest */
  get(path, ...rest) {
    return this.add('GET', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  head(path, ...rest) {
    return this.add('HEAD', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  post(path, ...rest) {
    return this.add('POST', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  put(path, ...rest) {
    return this.add('PUT', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  patch(path, ...rest) {
    return this.add('PATCH', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  delete(path, ...rest) {
    return this.add('DELETE', path, ...rest)
  }

  /** @param {string} path @param {RouteArguments} rest */
  options(path, ...rest) {
    return this.add('OPTIONS', path, ...rest)
  }

  /**
   * Answers the methods that the path has no route of its own for.
   *
   * @param {string} path
   * @param {RouteArguments} rest
   */
  all(path, ...rest) {
    return this.add(ALL, path, ...rest)
  }

  /**
   * @param {string} method such as `GET`; methods are case-sensitive (RFC 9110
   *   §9.1)
   * @param {string} path such as `/users`
   * @param {Handler} handler
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_ROUTE_CONFLICT
   */
  add(method, path, handler) {
    checkMethod(method, METHODS)
    checkPath(path)
    checkHandler(handler, method, path)
    const route = new Route(method, path, handler)
    // Insert into its own table first, so that a conflict throws before
    // anything has changed.
    for (const each of new Set([method, ...this.#tables.keys()])) {
      if (route.rankFor(each) > 0)
        this.#insert(this.#tableFor(each), route, each)
    }
    this.#routes.push(route)
    return this
  }

  /**
   * @param {string} method
   * @returns {Map<string, Route>} made at the first call, from all routes so far
   */
  #tableFor(method) {
    const present = this.#tables.get(method)
    if (present) return present
    /** @type {Map<string, Route>} */
    const table = new Map()
    this.#tables.set(method, table)
    for (const route of this.#routes) {
      if (route.rankFor(method) > 0) this.#insert(table, route, method)
    }
    return table
  }

  /**
   * @param {Map<string, Route>} table
   * @param {Route} route
   * @param {string} method of the table
   */
  #insert(table, route, method) {
    const present = table.get(route.path)
    const rank = route.rankFor(method)
    const presentRank = present ? present.rankFor(method) : 0
    if (present && rank === presentRank) throw conflict(route, present)
    if (rank > presentRank) table.set(route.path, route)
  }

  /**
   * @param {string} method
   * @param {string} path of the request target, as it was sent
   * @returns {Match | null} null: no route, for this method at least
   */
  find(method, path) {
    const table =
      this.#tables.get(method) ??
      (method === 'HEAD' ? this.#tables.get('GET') : undefined) ??
      this.#tables.get(ALL)
    return table?.get(path)?.match ?? null
  }

  /**
   * The methods that a path can be asked with, for the field Allow (RFC 9110
   * §10.2.1).
   *
   * @param {string} path
   * @returns {string[]} sorted; empty when no route has the path
   */
  allowed(path) {
    const methods = [...this.#tables.keys()].filter(
      (method) => this.find(method, path) !== null,
    )
    if (methods.length === 0) return []
    return allowedMethods(methods.filter((method) => method !== ALL))
  }

  /**
   * The methods of all routes together, for `OPTIONS *` (RFC 9110 §9.3.7).
   *
   * @returns {string[]} sorted
   */
  methods() {
    const methods = [...this.#tables.keys()].filter((method) => method !== ALL)
    return allowedMethods(methods)
  }

  /** The routes, a line each. */
  toString() {
    return this.#routes.join('\n')
  }
}
