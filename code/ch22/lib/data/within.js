import { VelocyError } from '../common/errors.js'

/**
 * An error for a store that cannot be asked right now. A request is answered
 * with 503, and may be sent again after a second.
 *
 * @param {'FULL' | 'WAIT' | 'TIMEOUT' | 'CLOSED'} reason
 * @param {string} message
 * @param {unknown} [cause]
 */
export const unavailable = (reason, message, cause) =>
  new VelocyError(`ERR_VELOCY_POOL_${reason}`, message, {
    status: 503,
    headers: { 'retry-after': '1' },
    ...(cause === undefined ? {} : { cause }),
  })

/** @param {string} what @param {number} time in ms */
export const late = (what, time) =>
  unavailable('TIMEOUT', `${what} took longer than ${time} ms`)

/**
 * Runs a function for a limited time. The function gets a signal, which aborts
 * when the time is over, and when the caller's signal does.
 *
 * @template T
 * @param {number} time in ms
 * @param {(signal: AbortSignal) => T | Promise<T>} run
 * @param {() => Error} onLate is called when the time is over, and makes the
 *   error
 * @param {AbortSignal} [signal] of the caller, who may leave earlier
 * @returns {Promise<T>} rejects when the time is over, whether `run` goes on or
 *   not; after the caller's abort, it is up to `run` when to end
 */
export async function within(time, run, onLate, signal) {
  const limit = new AbortController()
  const abort = () => limit.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  /** @type {PromiseWithResolvers<never>} */
  const late = Promise.withResolvers()
  const timer = setTimeout(() => {
    const error = onLate()
    late.reject(error)
    limit.abort(error)
  }, time)
  try {
    return await Promise.race([run(limit.signal), late.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
