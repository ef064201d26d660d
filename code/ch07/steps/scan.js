/**
 * Values by pattern. A lookup tries one regular expression after the other,
 * in the order of registration.
 *
 * @template Value
 */
export class Scan {
  /** @type {{ expression: RegExp, value: Value }[]} */
  routes = []
  /** How many expressions lookups have tried so far. */
  tries = 0

  /**
   * @param {string} pattern such as `/users/:id`
   * @param {Value} value
   */
  add(pattern, value) {
    const source = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    this.routes.push({ expression: new RegExp(`^${source}$`), value })
    return this
  }

  /** @param {string} path */
  find(path) {
    for (const { expression, value } of this.routes) {
      this.tries++
      const found = expression.exec(path)
      if (found !== null) return { value, params: found.groups ?? {} }
    }
    return null
  }
}
