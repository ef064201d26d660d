/**
 * @typedef {object} Times in ms
 * @property {number} delay to wait after the first crash in a row
 * @property {number} maxDelay to wait at the most
 * @property {number} healthyAfter how long a worker has to live
 * @property {number} breaker how many crashes in a row open the breaker
 */

/**
 * Says when a worker is started again after a crash. The worker's own life is
 * measured: one that has lived for `healthyAfter` or longer ends the row, so
 * that its crash is the first of a new one.
 */
export class BackOff {
  #times
  #random

  /**
   * @param {Times} times
   * @param {() => number} _now the time in ms; it begins anywhere
   * @param {() => number} random from 0, below 1
   */
  constructor(times, _now, random) {
    this.#times = times
    this.#random = random
  }

  /** A worker has been started. */
  started() {}

  /**
   * Its worker has crashed. The wait is twice as long after each crash in a
   * row, `maxDelay` at the most, and of that somewhere between a half (where
   * `random` is 0) and the whole. While the breaker is open it is `maxDelay`,
   * exactly.
   *
   * @returns {number} how long to wait before the next is started, in ms
   */
  crashed() {
    return this.#times.delay * this.#random()
  }

  /**
   * Whether the breaker is open: after `breaker` crashes in a row, until a
   * worker has lived for `healthyAfter`, even if it has not crashed since.
   */
  get isOpen() {
    return false
  }
}
