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
  const lease = await takeLease(store, time, clock)
  const lost = new AbortController()
  const done = new AbortController()
  keep(store, time, clock, lease, lost, done.signal)
  watch(clock, lease, lost, done.signal)
  try {
    return await job(lost.signal, lease.token)
  } finally {
    done.abort()
    // It ends by itself, if the store is away.
    const late = clock.sleep(time)
    await Promise.race([store.giveBack(lease.token), late]).catch(() => {})
  }
}

/** @typedef {{ token: number, until: number }} Lease */

/**
 * @param {LeaseStore} store
 * @param {number} time
 * @param {Clock} clock
 * @returns {Promise<Lease>}
 */
async function takeLease(store, time, clock) {
  for (;;) {
    // The store may have got the question at once, and its answer takes time.
    const asked = clock.now()
    const token = await store.take(time).catch(() => 0)
    if (token !== 0) return { token, until: asked + time }
    await clock.sleep(time / 3)
  }
}

/**
 * Renews the lease. A store that is away may be back in time.
 *
 * @param {LeaseStore} store
 * @param {number} time
 * @param {Clock} clock
 * @param {Lease} lease
 * @param {AbortController} lost
 * @param {AbortSignal} done
 */
async function keep(store, time, clock, lease, lost, done) {
  for (;;) {
    await clock.sleep(time / 3)
    if (done.aborted || lost.signal.aborted) return
    const asked = clock.now()
    const answer = await store.renew(lease.token, time).catch(() => undefined)
    if (answer === true) lease.until = asked + time
    if (answer === false) lost.abort()
  }
}

/**
 * Says that the lease is lost when its time is over.
 *
 * @param {Clock} clock
 * @param {Lease} lease
 * @param {AbortController} lost
 * @param {AbortSignal} done
 */
async function watch(clock, lease, lost, done) {
  while (!done.aborted && clock.now() < lease.until) {
    await clock.sleep(lease.until - clock.now())
  }
  if (!done.aborted) lost.abort()
}
