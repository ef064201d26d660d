import { inheritNothing } from '../common/inherit-nothing.js'
import { namesOf, parsePattern } from './pattern.js'

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
/** @typedef {[handler: Handler]} RouteArguments what stands behind the path */
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
   */
  constructor(method, path, handler) {
    this.method = method
    this.path = path
    this.handler = handler
    this.segments = parsePattern(path)
    this.names = namesOf(this.segments)
    /** @type {Match} the same for every request without parameters */
    this.match = Object.freeze({ handler, params: NO_PARAMS, route: this })
    // Handlers can reach it through the match, so freeze it.
    Object.freeze(this)
  }

  /**
   * @param {string[]} values of the parameters, as they are in the path
   * @returns {Match}
   */
  matchOf(values) {
    const { names, handler } = this
    if (names.length === 0) return this.match
    const params = new Params()
    for (let i = 0; i < names.length; i++) params[names[i]] = values[i]
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

  toString() {
    return `${this.method} ${this.path}`
  }
}
