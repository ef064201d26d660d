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
 * @property {Record<string, string>} params nothing is inherited
 * @property {Route} route
 */

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
    /** @type {Match} the same for every request */
    this.match = Object.freeze({ handler, params: NO_PARAMS, route: this })
    // A match hands it out, and it stays what was registered.
    Object.freeze(this)
  }

  toString() {
    return `${this.method} ${this.path}`
  }
}
