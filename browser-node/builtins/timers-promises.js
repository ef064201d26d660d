/** node:timers/promises. */
import { withResolvers } from './deferred.js'
import { abortError, absent, checkSignal, invalidArgType } from './errors.js'
import * as loop from './loop.js'

/** @typedef {{ signal?: AbortSignal, ref?: boolean }} Options */

/** @param {any} options @returns {Options} */
function checked(options = {}) {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgType('options', 'of type object', options)
  }
  const { signal, ref } = options
  checkSignal(signal)
  if (ref !== undefined && typeof ref !== 'boolean') {
    throw invalidArgType('options.ref', 'of type boolean', ref)
  }
  return options
}

/**
 * @template T
 * @param {(done: () => void) => loop.Timeout | loop.Immediate} start
 * @param {T} value
 * @param {Options} options
 * @returns {Promise<T>}
 */
async function when(start, value, options) {
  const { signal, ref = true } = checked(options)
  if (signal?.aborted) throw abortError(signal.reason)
  const { promise, resolve, reject } = withResolvers()
  const waiting = start(() => resolve(value))
  if (!ref) waiting.unref()
  const abort = () => {
    loop.clearTimeout(waiting)
    loop.clearImmediate(waiting)
    reject(abortError(signal?.reason))
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * @template T
 * @param {number} [delay] ms
 * @param {T} [value] to resolve with
 * @param {Options} [options]
 */
export const setTimeout = (delay, value, options = {}) =>
  when((done) => loop.setTimeout(done, delay), value, options)

/**
 * @template T
 * @param {T} [value] to resolve with
 * @param {Options} [options]
 */
export const setImmediate = (value, options = {}) =>
  when((done) => loop.setImmediate(done), value, options)

export const setInterval = absent('timers/promises.setInterval')

export const scheduler = {
  /** @param {number} delay ms @param {Options} [options] */
  wait: (delay, options) => setTimeout(delay, undefined, options),
  yield: () => setImmediate(),
}
