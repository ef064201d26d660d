/**
 * @typedef {object} Clock
 * @property {() => number} now ms
 * @property {(time: number) => Promise<void>} until resolves at that time, or
 *   a little later; right away if it's over
 *
 * @typedef {object} Test
 * @property {number} rate requests per second
 * @property {number} total how many requests
 * @property {number} patience how long to wait for answers once the last
 *   request has been due, in ms
 * @property {() => Promise<unknown>} send resolves when an answer has come, and
 *   rejects if there won't be any
 * @property {Clock} clock
 */

/**
 * Measures a server in an open loop.
 *
 * @param {Test} test
 * @returns {Promise<{ latencies: number[], errors: number }>} ms, of those that
 *   were answered, in any order; the others are errors
 */
export async function openLoop({ rate, total, patience, send, clock }) {
  const start = clock.now()
  /** @type {number[]} */
  const latencies = []
  /** @param {number} due */
  async function ask(due) {
    try {
      await send()
      latencies.push(clock.now() - due)
    } catch {
      // It isn't among the latencies, and that makes it an error.
    }
  }

  const asked = []
  let due = start
  for (let i = 0; i < total; i++) {
    due = start + (i * 1000) / rate
    await clock.until(due)
    asked.push(ask(due))
  }
  await Promise.race([Promise.all(asked), clock.until(due + patience)])
  // What comes later must not change what has been returned.
  return { latencies: [...latencies], errors: total - latencies.length }
}
