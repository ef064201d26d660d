import { decode } from './path.js'
import { namesOf, parsePattern } from './pattern.js'

/**
 * The parameters of a route that has none. All requests share it, so nothing
 * can be written into it.
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
 * @typedef {object} Match what a lookup finds
 * @property {Handler} handler
 * @property {Record<string, string>} params decoded; nothing is inherited
 * @property {Route} route
 */

/**
 * An object that inherits nothing, `toString` no more than `__proto__`. V8
 * keeps the objects of a constructor in a fast form, and those that
 * `Object.create(null)` makes in a slow one.
 *
 * @type {new () => Record<string, string>}
 */
const Params = /** @type {any} */ (function Params() {})
Params.prototype = Object.freeze(Object.create(null))

/** What was registered. */
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
    // A match hands it out, and it stays what was registered.
    Object.freeze(this)
  }

  /**
   * @param {string} path
   * @param {number[]} starts of the values in the path
   * @param {number[]} ends
   * @param {boolean} isEscaped whether there is anything to decode
   * @returns {Match}
   */
  matchOf(path, starts, ends, isEscaped) {
    const { names, handler } = this
    if (names.length === 0) return this.match
    const params = new Params()
    for (let i = 0; i < names.length; i++) {
      const text = path.slice(starts[i], ends[i])
      params[names[i]] = isEscaped ? decode(text) : text
    }
    return { handler, params, route: this }
  }

  toString() {
    return `${this.method} ${this.path}`
  }
}
