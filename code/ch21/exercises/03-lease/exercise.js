/**
 * What a store such as Redis does for a lease. Each may take a while, and
 * reject, or never answer, while the store is away.
 *
 * @typedef {object} LeaseStore
 * @property {(time: number) => Promise<number>} take for so many ms from when
 *   the store gets the question; a token, or 0 while somebody has the lease
 * @property {(token: number, time: number) => Promise<boolean>} renew for so
 *   many ms more, from when the store gets the question; false: it was too late
 * @property {(token: number) => Promise<void>} giveBack
 */
/**
 * @typedef {object} Clock
 * @property {() => number} now in ms
 * @property {(time: number) => Promise<void>} sleep
 */

/**
 * Waits for a lease, runs a job, and renews the lease for as long as it takes.
 *
 * @template T
 * @param {LeaseStore} store
 * @param {number} time of the lease, in ms; a third of it passes between tries
 * @param {Clock} clock
 * @param {(signal: AbortSignal, token: number) => Promise<T>} job gets a signal
 *   that aborts as soon as somebody else may have the lease
 * @returns {Promise<T>} what the job returns, once the lease is given back
 */
export async function withLease(store, time, clock, job) {
  const lost = new AbortController()
  let token = await store.take(time)
  while (token === 0) {
    await clock.sleep(time / 3)
    token = await store.take(time)
  }
  let isDone = false
  const renew = async () => {
    while (!isDone) {
      await clock.sleep(time / 3)
      await store.renew(token, time).catch(() => {})
    }
  }
  renew()
  const result = await job(lost.signal, token)
  isDone = true
  await store.giveBack(token)
  return result
}
