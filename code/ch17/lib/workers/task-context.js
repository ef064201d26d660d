/** @import { Claims } from './claims.js' */

/** What a task can know of itself: its function's second argument. */
export class TaskContext {
  /** @type {AbortController | undefined} */
  #controller
  #claims
  #slot

  /**
   * @param {Claims} claims
   * @param {number} slot
   * @param {unknown} data
   */
  constructor(claims, slot, data) {
    this.#claims = claims
    this.#slot = slot
    /** What all tasks of the pool get. @type {any} */
    this.data = data
  }

  /**
   * Whether nobody waits for it any more. It stands in shared memory, so that a
   * loop that never returns to the event loop sees it as well.
   */
  get isAborted() {
    return this.#claims.isAborted(this.#slot)
  }

  /**
   * The same for those that wait: for fetch(), a timer, a stream.
   *
   * @returns {AbortSignal}
   */
  get signal() {
    this.#controller ??= new AbortController()
    if (this.isAborted) this.#controller.abort()
    return this.#controller.signal
  }

  /** The pool says that it is to stop. */
  abort() {
    this.#controller?.abort()
  }
}
