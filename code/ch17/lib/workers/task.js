import { timedOut } from './errors.js'

/** @import { RunOptions } from './options.js' */
/** @import { TaskQueue } from './queue.js' */
/** @import { Thread } from './thread.js' */

/** What somebody wants to be done, and what has become of it. */
export class Task {
  /** @type {TaskQueue | undefined} in which it waits */
  queue
  /** @type {Task | undefined} in the queue */
  before
  /** @type {Task | undefined} in the queue */
  behind
  /** @type {Thread | undefined} that has been given it */
  thread
  /** Of that thread. */
  slot = -1
  isSettled = false
  /** How many threads have ended with it, and had begun nothing. */
  losses = 0
  since = performance.now()
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {AbortSignal | undefined} */
  #signal
  /** @type {() => void} */
  #onAbort = () => {}
  #over

  /**
   * @param {number} number that grows from task to task
   * @param {string} name of the function
   * @param {unknown} value
   * @param {RunOptions} options
   * @param {(task: Task, isDone: boolean) => void} over
   */
  constructor(number, name, value, { transfer, key }, over) {
    this.number = number
    this.name = name
    this.value = value
    this.transfer = transfer
    this.key = key
    this.#over = over
    /** @type {Promise<any>} */
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /**
   * @param {AbortSignal | undefined} signal
   * @param {number} timeout in ms; 0 is for ever
   * @param {(task: Task, reason: unknown) => void} stop
   */
  watch(signal, timeout, stop) {
    if (timeout > 0) {
      const late = () => stop(this, timedOut(timeout))
      this.#timer = setTimeout(late, timeout)
    }
    if (signal === undefined) return
    this.#signal = signal
    this.#onAbort = () => stop(this, signal.reason)
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  /**
   * Has an effect once only: who comes second is too late.
   *
   * @param {boolean} isDone
   * @param {unknown} result what came back, or why nothing does
   */
  settle(isDone, result) {
    if (this.isSettled) return
    this.isSettled = true
    this.value = undefined
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#over(this, isDone)
    if (isDone) this.resolve?.(result)
    else this.reject?.(result)
  }
}
