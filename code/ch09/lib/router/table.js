import http from 'node:http'
import { boolean, checkOptions } from '../common/options.js'
import { decode } from '../common/percent.js'
import { allowedMethods } from '../http/methods.js'
import { checkHandler, checkMethod } from './checks.js'
import { Finder } from './finder.js'
import { normalizePath } from './path.js'
import { ALL, NO_PARAMS, Route } from './route.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Handler, Match, RouteArguments } from './route.js' */

/**
 * The methods that a route can have. node:http answers 400 to any method that
 * is not in its list, and CONNECT is an event instead of a request.
 */
const METHODS = new Set(http.METHODS.filter((name) => name !== 'CONNECT'))

/**
 * @typedef {object} TableOptions
 * @property {boolean} [caseSensitive] Whether /About and /about are different
 *   paths. Default: true.
 * @property {boolean} [strictSlash] Whether /about/ and /about are different
 *   paths. Default: true.
 */
export const TABLE_RULES = {
  caseSensitive: boolean,
  strictSlash: boolean,
}

/** Finds the route for a method and a path. */
export class RouteTable {
  #finder

  /**
   * @param {TableOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    this.#finder = new Finder({
      caseSensitive: true,
      strictSlash: true,
      ...checkOptions('RouteTable', options, TABLE_RULES),
    })
  }

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
   * @param {string} path such as `/users/:id`
   * @param {Handler} handler
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_ROUTE_CONFLICT
   */
  add(method, path, handler) {
    checkMethod(method, METHODS)
    checkHandler(handler, method, path)
    this.#finder.insert(new Route(method, path, handler))
    return this
  }

  /**
   * @param {string} method
   * @param {string} path of the request target, as it was sent
   * @returns {Match | null} null: no route, for this method at least
   * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400
   */
  find(method, path) {
    return this.lookUp(method, normalizePath(path))
  }

  /**
   * Finds for a path that is in its normal form already.
   *
   * @protected
   * @param {string} method
   * @param {string} path in its normal form
   * @returns {Match | null}
   */
  lookUp(method, path) {
    const match = this.#finder.find(method, path)
    if (match === null || match.params === NO_PARAMS) return match
    return path.includes('%') ? decoded(match) : match
  }

  /**
   * The methods that a path can be asked with, for the field Allow (RFC 9110
   * §10.2.1).
   *
   * @param {string} path of the request target, as it was sent
   * @returns {string[]} sorted; empty when no route has the path
   * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400
   */
  allowed(path) {
    const methods = this.#finder.methodsFor(normalizePath(path))
    if (methods.length === 0) return []
    return allowedMethods(methods.filter((method) => method !== ALL))
  }

  /**
   * The methods of all routes together, for `OPTIONS *` (RFC 9110 §9.3.7).
   *
   * @returns {string[]} sorted
   */
  methods() {
    const { methods } = this.#finder
    return allowedMethods(methods.filter((method) => method !== ALL))
  }

  /** The trees, drawn. */
  toString() {
    return String(this.#finder)
  }
}

/** @param {Match} match that has values, in a path with escapes */
function decoded(match) {
  const { params, route } = match
  for (const name of route.names) params[name] = decode(params[name])
  return match
}
