/** @import { TaskContext } from 'velocy/workers' */

/**
 * @param {number} n
 * @returns {number}
 */
export const fibonacci = (n) =>
  n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)

/**
 * @param {undefined} _value
 * @param {TaskContext} context
 */
export const wait = (_value, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
