/**
 * Values that are loaded when they are first asked for, and then kept.
 *
 * @template T
 */
export class Cache {
  /** @type {Map<string, { value: T, until: number }>} */
  #kept = new Map()
  #ttl
  #now

  /**
   * @param {number} ttl how long a value is kept from when it has been loaded,
   *   in ms
   * @param {() => number} now what time it is, in ms
   */
  constructor(ttl, now = Date.now) {
    this.#ttl = ttl
    this.#now = now
  }

  /**
   * @param {string} key
   * @param {(key: string) => T | Promise<T>} load is called when no value is
   *   kept for the key, and no call for the same key is under way
   * @returns {Promise<T>} it rejects with the error of `load`, which is not
   *   kept
   */
  async get(key, load) {
    const kept = this.#kept.get(key)
    if (kept && this.#now() < kept.until) return kept.value
    const value = await load(key)
    this.#kept.set(key, { value, until: this.#now() + this.#ttl })
    return value
  }

  /**
   * The value has changed in the store: whatever has been loaded up to now, or
   * is being loaded, is not given to later calls of `get`.
   *
   * @param {string} key
   */
  delete(key) {
    this.#kept.delete(key)
  }
}
