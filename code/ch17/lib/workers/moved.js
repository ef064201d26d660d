/** @import { Transferable } from 'node:worker_threads' */

/** A result that is given away, and not copied. */
class Moved {
  /**
   * @param {unknown} value
   * @param {readonly Transferable[]} transfer
   */
  constructor(value, transfer) {
    this.value = value
    this.transfer = transfer
  }
}

/**
 * What a task returns to give away its result, or parts of it.
 *
 * @template T
 * @param {T} value
 * @param {readonly Transferable[]} transfer what of it the thread loses, such
 *   as the ArrayBuffer of an array
 * @returns {T} for run(), that is
 */
export const moved = (value, transfer) =>
  /** @type {any} */ (new Moved(value, transfer))

/** @param {unknown} result @returns {result is Moved} */
export const isMoved = (result) => result instanceof Moved
