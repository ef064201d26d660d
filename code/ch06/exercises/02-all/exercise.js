/** @typedef {(req: unknown, res: unknown) => unknown} Handler */

/** Routes, and for each path a handler for the methods that have none. */
export class Routes {
  /** @type {{ method: string, path: string, handler: Handler }[]} */
  #list = []

  /**
   * @param {string} method or `*` for all
   * @param {string} path
   * @param {Handler} handler
   */
  add(method, path, handler) {
    this.#list.push({ method, path, handler })
  }

  /**
   * @param {string} method
   * @param {string} path
   * @returns {Handler | null}
   */
  find(method, path) {
    const found = this.#list.find(
      (route) =>
        route.path === path &&
        (route.method === method || route.method === '*'),
    )
    return found?.handler ?? null
  }
}
