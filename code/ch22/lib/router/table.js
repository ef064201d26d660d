import { http } from '../common/node-http.js'
import { boolean, checkOptions } from '../common/options.js'
import { decode } from '../common/percent.js'
import { BODY_LIMITS, LIMIT_RULES } from '../http/limits.js'
import { allowedMethods } from '../http/methods.js'
import { checkHandler, checkMethod } from './checks.js'
import { Finder } from './finder.js'
import { normalizePath } from './path.js'
import { ALL, NO_PARAMS, Route } from './route.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { BodyLimits } from '../http/limits.js' */
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
 * @property {number} [bodyLimit] Largest body that a handler may read, in
 *   bytes, for routes that don't set their own. Default: 1 MiB.
 * @property {number} [bodyTimeout] How long a body may take once a handler asks
 *   for it, in ms, for routes that don't set their own; 0 means no limit.
 *   Default: 30,000.
 */
export const TABLE_RULES = {
  caseSensitive: boolean,
  strictSlash: boolean,
  ...LIMIT_RULES,
}

/** Finds the route for a method and a path. */
export class RouteTable {
  #rules
  #finder

  /**
   * @param {TableOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const { bodyLimit, bodyTimeout, ...rules } = {
      caseSensitive: true,
      strictSlash: true,
      ...BODY_LIMITS,
      ...checkOptions('RouteTable', options, TABLE_RULES),
    }
    this.#rules = rules
    this.#finder = new Finder(rules)
    /** @type {Readonly<BodyLimits>} of routes that have none of their own */
    this.limits = Object.freeze({ bodyLimit, bodyTimeout })
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
   * @param {RouteArguments} rest options, if there are any, and the handler
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_BAD_OPTION, ERR_VELOCY_ROUTE_CONFLICT
   */
  add(method, path, ...rest) {
    checkMethod(method, METHODS)
    const handler = /** @type {Handler} */ (rest.at(-1))
    checkHandler(handler, method, path)
    const route = new Route(method, path, handler, {
      ...this.limits,
      ...checkOptions(`${method} ${path}`, rest.at(-2), LIMIT_RULES),
    })
    this.insert(route)
    return this
  }

  /**
   * @protected
   * @param {Route} route
   * @throws {VelocyError} ERR_VELOCY_ROUTE_CONFLICT
   */
  insert(route) {
    this.#finder.insert(route)
  }

  /** Makes the table ready for lookups, if it is not: see Nestable. */
  build() {}

  /**
   * Removes all routes.
   *
   * @protected
   */
  clear() {
    this.#finder = new Finder(this.#rules)
  }

  /**
   * Turns the routes into a program of their own, which finds them faster; a
   * server calls it when it listens. A route that is added later, and all
   * others with it, are found in the trees until the next call. So are they
   * where Node.js may not make code from strings.
   *
   * @returns {this}
   */
  compile() {
    this.build()
    this.#finder.compile()
    return this
  }

  /**
   * @param {string} method
   * @param {string} path of the request target, as it was sent
   * @returns {Match | null} null: no route, for this method at least
   * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400
   */
  find(method, path) {
    this.build()
    const match = this.#finder.find(method, path)
    // Without values the path is the route's, to the letter, which is normal.
    if (match !== null && match.params === NO_PARAMS) return match
    if (!path.includes('%')) return match
    const normal = normalizePath(path)
    if (normal !== path) return this.lookUp(method, normal)
    return match === null ? null : decoded(match)
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
    this.build()
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
    this.build()
    const { methods } = this.#finder
    return allowedMethods(methods.filter((method) => method !== ALL))
  }

  /** The trees, drawn. */
  toString() {
    this.build()
    return String(this.#finder)
  }
}

/** @param {Match} match that has values, in a path with escapes */
function decoded(match) {
  const { params, route } = match
  for (const name of route.names) params[name] = decode(params[name])
  return match
}
