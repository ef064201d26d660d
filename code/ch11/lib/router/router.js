import http from 'node:http'
import { boolean, checkOptions } from '../common/options.js'
import { BODY_LIMITS, LIMIT_RULES } from '../http/limits.js'
import { allowedMethods } from '../http/methods.js'
import { checkHandler, checkMethod, conflict } from './checks.js'
import { draw } from './drawing.js'
import { foldSegment, normalizePath } from './path.js'
import { RadixTree } from './radix.js'
import { Route } from './route.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { BodyLimits } from '../http/limits.js' */
/** @import { Declared, Match } from './route.js' */

/** Stands for every method that a path has no route of its own for. */
const ALL = '*'

/**
 * What node:http hands to a server as requests. CONNECT is an event of its own,
 * and with a method that is not in its list there are no requests at all.
 */
const METHODS = new Set(http.METHODS.filter((name) => name !== 'CONNECT'))

/**
 * @typedef {object} TableOptions
 * @property {boolean} [caseSensitive] whether /About is another path than
 *   /about; true
 * @property {boolean} [strictSlash] whether /about/ is another path than
 *   /about; true
 * @property {number} [bodyLimit] of routes without their own, in bytes; 1 MiB
 * @property {number} [bodyTimeout] of routes without their own, in ms; 30,000
 */
export const TABLE_RULES = {
  caseSensitive: boolean,
  strictSlash: boolean,
  ...LIMIT_RULES,
}

/** Finds, for a method and a path, what answers. */
export class RouteTable {
  /** @type {Route[]} */
  #routes = []
  /** @type {Map<string, RadixTree<Route>>} by method */
  #trees = new Map()
  /** @type {RadixTree<Route> | undefined} for GET, which most requests are */
  #gets
  /** @type {Required<TableOptions>} */
  #options

  /**
   * @param {TableOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    this.#options = {
      caseSensitive: true,
      strictSlash: true,
      ...BODY_LIMITS,
      ...checkOptions('RouteTable', options, TABLE_RULES),
    }
    const { bodyLimit, bodyTimeout } = this.#options
    /** @type {Readonly<BodyLimits>} of routes that have none of their own */
    this.limits = Object.freeze({ bodyLimit, bodyTimeout })
  }

  /** @param {string} path @param {any[]} rest */
  get(path, ...rest) {
    return this.add('GET', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  head(path, ...rest) {
    return this.add('HEAD', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  post(path, ...rest) {
    return this.add('POST', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  put(path, ...rest) {
    return this.add('PUT', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  patch(path, ...rest) {
    return this.add('PATCH', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  delete(path, ...rest) {
    return this.add('DELETE', path, ...rest)
  }

  /** @param {string} path @param {any[]} rest */
  options(path, ...rest) {
    return this.add('OPTIONS', path, ...rest)
  }

  /**
   * Answers the methods that the path has no route of its own for.
   *
   * @param {string} path
   * @param {any[]} rest
   */
  all(path, ...rest) {
    return this.add(ALL, path, ...rest)
  }

  /**
   * @param {string} method such as `GET`; methods are case-sensitive (RFC 9110
   *   §9.1)
   * @param {string} path such as `/users/:id`
   * @param {any[]} rest options, if there are any, and the handlers
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_METHOD, ERR_VELOCY_BAD_PATTERN,
   *   ERR_VELOCY_BAD_HANDLER, ERR_VELOCY_BAD_OPTION, ERR_VELOCY_ROUTE_CONFLICT
   */
  add(method, path, ...rest) {
    const declared = this.declared(method, path, rest)
    const limits = { ...this.limits, ...declared.options }
    this.insert(new Route(declared, path, limits))
    return this
  }

  /**
   * @protected
   * @param {string} method
   * @param {string} path
   * @param {any[]} rest
   * @returns {Declared}
   */
  declared(method, path, rest) {
    checkMethod(method, METHODS)
    const hasOptions = rest.length > 1 && typeof rest[0] !== 'function'
    const layers = hasOptions ? rest.slice(1) : rest
    const handler = layers.at(-1)
    for (const each of [handler, ...layers]) checkHandler(each, method, path)
    const given = hasOptions ? rest[0] : undefined
    const options = checkOptions(`${method} ${path}`, given, LIMIT_RULES)
    return { method, path, handler, layers: layers.slice(0, -1), options }
  }

  /**
   * @protected
   * @param {Route} route
   */
  insert(route) {
    const { method } = route
    // Its own tree first: a conflict shows there, before anything changes.
    this.#treeFor(method)
    this.#insert(route, method)
    for (const other of this.#trees.keys()) {
      if (other !== method && serves(route, other)) this.#insert(route, other)
    }
    this.#routes.push(route)
  }

  /** @param {string} method @returns {RadixTree<Route>} */
  #treeFor(method) {
    const present = this.#trees.get(method)
    if (present) return present
    const tree = new RadixTree()
    this.#trees.set(method, tree)
    if (method === 'GET') this.#gets = tree
    for (const route of this.#routes) {
      if (serves(route, method)) this.#insert(route, method)
    }
    return tree
  }

  /**
   * @param {Route} route
   * @param {string} method of the tree
   */
  #insert(route, method) {
    const segments = this.#options.caseSensitive
      ? route.segments
      : route.segments.map(foldSegment)
    this.#treeFor(method).insert(segments, route, (present, added) => {
      const difference = rank(added, method) - rank(present, method)
      if (difference === 0) throw conflict(added, present)
      return difference > 0 ? added : present
    })
  }

  /**
   * @param {string} method
   * @param {string} path of the request target, as it was sent
   * @returns {Match | null} null: no route, for this method at least
   * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400
   */
  find(method, path) {
    if (!path.includes('%')) return this.lookUp(method, path, false)
    return this.lookUp(method, normalizePath(path), true)
  }

  /**
   * Finds for a path that is in its normal form already.
   *
   * @protected
   * @param {string} method
   * @param {string} path in its normal form
   * @param {boolean} [isEscaped] whether any escape is left in it
   * @returns {Match | null}
   */
  lookUp(method, path, isEscaped = path.includes('%')) {
    const tree =
      (method === 'GET' ? this.#gets : this.#trees.get(method)) ??
      (method === 'HEAD' ? this.#gets : undefined) ??
      this.#trees.get(ALL)
    if (tree === undefined) return null
    const { caseSensitive, strictSlash } = this.#options
    const route = tree.find(caseSensitive ? path : path.toLowerCase())
    const match = route === null ? null : route.matchOf(path, isEscaped)
    // Only what nothing else takes, or a wildcard, is looked for again.
    const isFinal = strictSlash || (route !== null && !route.hasWildcard)
    return isFinal ? match : this.#orOtherSlash(tree, path, isEscaped, match)
  }

  /**
   * What the path finds with its last slash taken away, or with one added, if
   * that comes first.
   *
   * @param {RadixTree<Route>} tree
   * @param {string} path in its normal form
   * @param {boolean} isEscaped
   * @param {Match | null} match of the path as it is
   * @returns {Match | null}
   */
  #orOtherSlash(tree, path, isEscaped, match) {
    if (path === '/') return match
    const { caseSensitive } = this.#options
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const route = tree.find(caseSensitive ? other : other.toLowerCase())
    if (route === null) return match
    if (match !== null && !route.comesBefore(match.route)) return match
    return route.matchOf(other, isEscaped)
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
    return this.#allowed(normalizePath(path))
  }

  /** @param {string} path in its normal form */
  #allowed(path) {
    const methods = [...this.#trees.keys()].filter(
      (method) => this.lookUp(method, path) !== null,
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
    const methods = [...this.#trees.keys()].filter((method) => method !== ALL)
    return allowedMethods(methods)
  }

  /** The trees, drawn. */
  toString() {
    return [...this.#trees]
      .map(([method, { root }]) => [method, ...draw(root)].join('\n'))
      .join('\n\n')
  }
}

/**
 * @param {Route} route
 * @param {string} method
 * @returns {boolean} whether the route may answer the method
 */
const serves = (route, method) => rank(route, method) > 0

/**
 * Of two routes with the same paths, the one of higher rank answers.
 *
 * @param {Route} route
 * @param {string} method
 * @returns {number}
 */
function rank(route, method) {
  if (route.method === method) return 3
  if (route.method === 'GET' && method === 'HEAD') return 2
  return route.method === ALL ? 1 : 0
}
