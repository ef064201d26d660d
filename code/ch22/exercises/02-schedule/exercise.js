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
export async function openLoop({ rate, total, send, clock }) {
  const start = clock.now()
  const latencies = []
  let errors = 0
  for (let i = 0; i < total; i++) {
    await clock.until(start + (i * 1000) / rate)
    const sent = clock.now()
    try {
      await send()
      latencies.push(clock.now() - sent)
    } catch {
      errors++
    }
  }
  return { latencies, errors }
}
