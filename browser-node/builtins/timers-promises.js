/** node:timers/promises. */
import { withResolvers } from './deferred.js'
import { abortError, checkSignal, invalidArgType } from './errors.js'
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

/**
 * @template T
 * @param {number} [delay] ms
 * @param {T} [value] to yield
 * @param {Options} [options]
 * @returns {AsyncGenerator<T | undefined, void>}
 */
export async function* setInterval(delay, value, options = {}) {
  const { signal, ref = true } = checked(options)
  if (signal?.aborted) throw abortError(signal.reason)
  let missed = 0
  let wake = () => {}
  const timer = loop.setInterval(() => {
    missed++
    wake()
  }, delay)
  if (!ref) timer.unref()
  const abort = () => {
    loop.clearInterval(timer)
    wake()
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      if (signal?.aborted) throw abortError(signal.reason)
      if (missed === 0) {
        await new Promise((resolve) => {
          wake = () => resolve(undefined)
        })
      }
      for (; missed > 0; missed--) yield value
    }
  } finally {
    loop.clearInterval(timer)
    signal?.removeEventListener('abort', abort)
  }
}

export const scheduler = {
  /** @param {number} delay ms @param {Options} [options] */
  wait: (delay, options) => setTimeout(delay, undefined, options),
  yield: () => setImmediate(),
}

export default { setTimeout, setImmediate, setInterval, scheduler }
