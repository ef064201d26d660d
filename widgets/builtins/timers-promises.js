/**
 * What a pool takes from `node:timers/promises`, for a page, where it never
 * has to connect again.
 *
 * @template T
 * @param {number} delay in ms
 * @param {T} [value]
 * @returns {Promise<T | undefined>}
 */
export const setTimeout = (delay, value) =>
  new Promise((resolve) => globalThis.setTimeout(resolve, delay, value))
