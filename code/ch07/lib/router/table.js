import http from 'node:http'
import { allowedMethods } from '../http/methods.js'
import { checkHandler, checkMethod } from './checks.js'
import { Finder } from './finder.js'
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
  #finder = new Finder()

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
   */
  find(method, path) {
    return this.#finder.find(method, path)
  }

  /**
   * The methods that a path can be asked with, for the field Allow (RFC 9110
   * §10.2.1).
   *
   * @param {string} path
   * @returns {string[]} sorted; empty when no route has the path
   */
  allowed(path) {
    const methods = this.#finder.methodsFor(path)
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
