import { timedOut } from './errors.js'

/** @import { RunOptions } from './options.js' */
/** @import { Thread } from './thread.js' */

/**
 * @param {RunOptions} options
 * @param {(reason: unknown) => void} abort
 * @returns {() => void} stops watching
 */
function watch({ signal, timeout = 0 }, abort) {
  const onAbort = () => abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const onTimeout = () => abort(timedOut(timeout))
  const timer = timeout > 0 ? setTimeout(onTimeout, timeout) : undefined
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/**
 * @typedef {object} TaskEvents
 * @property {(task: Task, isDone: boolean) => void} settled
 * @property {(task: Task, reason: unknown) => void} aborted
 */

/** A call of run(), and its promise. */
export class Task {
  /** @type {Thread | undefined} that it was given to */
  thread
  isSettled = false
  /** When it was queued, and later when it began, in ms. */
  since = performance.now()
  /** @type {PromiseWithResolvers<any>} */
  #result = Promise.withResolvers()
  promise = this.#result.promise
  #unwatch = () => {}
  #events

  /**
   * @param {string} name of the function
   * @param {unknown} value
   * @param {RunOptions} options
   * @param {TaskEvents} events
   */
  constructor(name, value, options, events) {
    this.name = name
    this.value = value
    this.transfer = [...(options.transfer ?? [])]
    this.#events = events
    this.#unwatch = watch(options, (why) => events.aborted(this, why))
  }

  /**
   * Only the first call counts.
   *
   * @param {boolean} isDone
   * @param {unknown} result what the task returned, or why it failed
   */
  settle(isDone, result) {
    if (this.isSettled) return
    this.isSettled = true
    this.value = undefined
    this.#unwatch()
    this.#events.settled(this, isDone)
    if (isDone) this.#result.resolve(result)
    else this.#result.reject(result)
  }
}
