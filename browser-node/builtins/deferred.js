/**
 * Promise.withResolvers, which not every browser and Node.js has.
 *
 * @template [T=any]
 * @returns {PromiseWithResolvers<T>}
 */
export function withResolvers() {
  /** @type {any} */
  const parts = {}
  parts.promise = new Promise((resolve, reject) => {
    Object.assign(parts, { resolve, reject })
  })
  return parts
}
