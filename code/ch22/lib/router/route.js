import { inheritNothing } from '../common/inherit-nothing.js'
import { namesOf, parsePattern } from './pattern.js'
import { valueAt } from './radix.js'

/**
 * The parameters of a route that has none. All requests share this object, so
 * it is frozen.
 *
 * @type {Record<string, string>}
 */
export const NO_PARAMS = Object.freeze(Object.create(null))

/**
 * @typedef {import('../app/request.js').Request} Request
 * @typedef {import('../app/response.js').Response} Response
 */
/**
 * Answers a request. When it returns a promise, a rejection is an error of
 * the request.
 *
 * @typedef {(req: Request, res: Response) => unknown} Handler
 */
/**
 * @typedef {object} RouteOptions instead of its router's
 * @property {number} [bodyLimit] Largest body that a handler may read, in
 *   bytes. Default: the router's.
 * @property {number} [bodyTimeout] How long a body may take once a handler asks
 *   for it, in ms; 0 means no limit. Default: the router's.
 */
/**
 * @typedef {[handler: Handler] | [options: RouteOptions, handler: Handler]}
 *   RouteArguments what stands behind the path
 */
/**
 * @typedef {object} Match what a lookup finds
 * @property {Handler} handler what answers
 * @property {Record<string, string>} params decoded; nothing is inherited
 * @property {Route} route with its method and its path
 */

const Params = inheritNothing(function Params() {})
// V8 learns from the first objects how much room to make in the next ones. So
// that it is not the first requests that decide, these ask for four places.
for (let i = 0; i < 16; i++) {
  Object.assign(new Params(), { a: '', b: '', c: '', d: '' })
}

/** Stands for every method that a path has no route of its own for. */
export const ALL = '*'

/** A registered route. */
export class Route {
  /**
   * @param {string} method
   * @param {string} path as it was written
   * @param {Handler} handler
   * @param {import('../http/limits.js').BodyLimits} limits its own, and else
   *   its router's
   */
  constructor(method, path, handler, limits) {
    this.method = method
    this.path = path
    this.handler = handler
    this.limits = Object.freeze(limits)
    this.segments = parsePattern(path)
    this.names = namesOf(this.segments)
    /** @type {Match} the same for every request without parameters */
    this.match = Object.freeze({ handler, params: NO_PARAMS, route: this })
    /** Whether it takes all that is left of a path. */
    this.hasWildcard = this.segments.at(-1)?.kind === 'wildcard'
    // Handlers can reach it through the match, so freeze it.
    Object.freeze(this)
  }

  /**
   * What a lookup has found. The values of the parameters are still where it
   * left them.
   *
   * @param {string} path in its normal form
   * @returns {Match} whose values are not decoded yet
   */
  matchOf(path) {
    const { names, handler } = this
    if (names.length === 0) return this.match
    const params = new Params()
    for (let i = 0; i < names.length; i++) {
      params[names[i]] = valueAt(path, i)
    }
    return { handler, params, route: this }
  }

  /**
   * How well the route fits a method. Of two routes for the same path, the one
   * with the higher rank answers.
   *
   * @param {string} method
   * @returns {number} 0: the route can't answer this method
   */
  rankFor(method) {
    if (this.method === method) return 3
    if (this.method === 'GET' && method === 'HEAD') return 2
    return this.method === ALL ? 1 : 0
  }

  /**
   * Whether it takes a path before a route with a wildcard does: from left to
   * right, static text comes before a parameter, and that before a wildcard.
   *
   * @param {Route} other
   */
  comesBefore(other) {
    const kinds = ['static', 'parameter', 'wildcard']
    const rankAt = (
      /** @type {Route} */ { segments },
      /** @type {number} */ i,
    ) => kinds.indexOf(segments[i]?.kind)
    const { length } = other.segments
    for (let i = 0; i < length; i++) {
      const difference = rankAt(this, i) - rankAt(other, i)
      if (difference !== 0) return difference < 0
    }
    return false
  }

  toString() {
    return `${this.method} ${this.path}`
  }
}
