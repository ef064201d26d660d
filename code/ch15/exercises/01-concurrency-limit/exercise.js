/** There is no room for one more function. */
export class QueueFullError extends Error {}

/**
 * @param {number} _concurrency how many functions may run at once
 * @param {number} _maxQueue how many may wait
 * @returns {(func: () => unknown) => Promise<any>} runs a function as soon as
 *   all that came before it have begun and fewer than `concurrency` are
 *   running. Gives what the function gives, value or error. Rejects with a
 *   QueueFullError if `maxQueue` functions wait already; then the function
 *   never runs.
 */
export function limitConcurrency(_concurrency, _maxQueue) {
  return async (func) => func()
}
