import { VelocyError } from '../lib/index.js'
import { WorkerPool } from '../lib/workers/index.js'
import { primes } from './primes.js'

/** @import { Router } from '../lib/index.js' */

/** The most that somebody may ask for. */
const MOST = 10_000_000

/**
 * @param {number | 'auto' | undefined} threads undefined: no pool
 * @returns {WorkerPool | undefined}
 */
export function openPool(threads) {
  if (threads === undefined) return undefined
  const tasks = new URL('./primes.js', import.meta.url)
  return new WorkerPool(tasks, { threads, maxQueue: 64, nice: 10 })
}

/**
 * What takes a while to compute.
 *
 * @param {Router} router
 * @param {WorkerPool} [pool] without one, the event loop computes
 */
export function compute(router, pool) {
  router.get('/primes/:below', async (req) => {
    const below = limitOf(req.params.below)
    if (pool === undefined) return { below, primes: primes(below) }
    const { signal } = req
    try {
      return { below, primes: await pool.run('primes', below, { signal }) }
    } catch (error) {
      // A client that has left needs no answer, and has not failed.
      if (signal?.aborted) return ''
      throw error
    }
  })
}

/** @param {string} text */
function limitOf(text) {
  const below = Number(text)
  if (/^\d+$/.test(text) && below <= MOST) return below
  throw new VelocyError(
    'ERR_DEMO_LIMIT',
    `got ${text}, expected a whole number up to ${MOST}`,
    { status: 400 },
  )
}

/**
 * How busy the threads are, for those who run the server.
 *
 * @param {Router} admin
 * @param {WorkerPool} [pool]
 */
export function showPool(admin, pool) {
  admin.get('/pool', () => pool?.stats() ?? {})
}
