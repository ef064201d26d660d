/**
 * @template T
 * @typedef {object} Deferred
 * @property {Promise<T>} promise
 * @property {(value: T) => void} resolve
 * @property {(reason?: unknown) => void} reject
 */

/**
 * Promise.withResolvers, which not all browsers have that the book is read
 * with.
 *
 * @template [T=any]
 * @returns {Deferred<T>}
 */
export function withResolvers() {
  /** @type {any} */
  const parts = {}
  parts.promise = new Promise((resolve, reject) => {
    Object.assign(parts, { resolve, reject })
  })
  return parts
}
