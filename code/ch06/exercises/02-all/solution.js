/** @typedef {(req: unknown, res: unknown) => unknown} Handler */

/** Routes, and for each path a handler for the methods that have none. */
export class Routes {
  /** @type {Map<string, Map<string, Handler>>} by path, then by method */
  #byPath = new Map()

  /**
   * @param {string} method or `*` for all
   * @param {string} path
   * @param {Handler} handler
   */
  add(method, path, handler) {
    const handlers = this.#byPath.get(path) ?? new Map()
    if (handlers.has(method)) {
      throw new Error(`${method} ${path} is registered twice`)
    }
    handlers.set(method, handler)
    this.#byPath.set(path, handlers)
  }

  /**
   * @param {string} method
   * @param {string} path
   * @returns {Handler | null}
   */
  find(method, path) {
    const handlers = this.#byPath.get(path)
    if (!handlers) return null
    const own = handlers.get(method)
    const get = method === 'HEAD' ? handlers.get('GET') : undefined
    return own ?? get ?? handlers.get('*') ?? null
  }
}
