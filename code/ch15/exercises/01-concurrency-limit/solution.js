/** There is no room for one more function. */
export class QueueFullError extends Error {}

/**
 * @param {number} concurrency how many functions may run at once
 * @param {number} maxQueue how many may wait
 * @returns {(func: () => unknown) => Promise<any>} runs a function as soon as
 *   all that came before it have begun and fewer than `concurrency` are
 *   running. Gives what the function gives, value or error. Rejects with a
 *   QueueFullError if `maxQueue` functions wait already; then the function
 *   never runs.
 */
export function limitConcurrency(concurrency, maxQueue) {
  /** @type {(() => void)[]} */
  const waiting = []
  let running = 0

  /** @param {() => unknown} func */
  const start = async (func) => {
    running++
    try {
      return await func()
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  return async (func) => {
    if (running < concurrency) return start(func)
    if (waiting.length >= maxQueue) {
      throw new QueueFullError(`${maxQueue} functions wait already`)
    }
    return new Promise((resolve) => {
      waiting.push(() => resolve(start(func)))
    })
  }
}
