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
  #now
  #random
  #crashes = 0
  /** When the worker at hand was started; there is none at `Infinity`. */
  #since = Infinity

  /**
   * @param {Times} times
   * @param {() => number} now the time in ms; it begins anywhere
   * @param {() => number} random from 0, below 1
   */
  constructor(times, now, random) {
    this.#times = times
    this.#now = now
    this.#random = random
  }

  /** A worker has been started. */
  started() {
    this.#since = this.#now()
  }

  /**
   * Its worker has crashed. The wait is twice as long after each crash in a
   * row, `maxDelay` at the most, and of that somewhere between a half (where
   * `random` is 0) and the whole. While the breaker is open it is `maxDelay`,
   * exactly.
   *
   * @returns {number} how long to wait before the next is started, in ms
   */
  crashed() {
    const { delay, maxDelay } = this.#times
    if (this.#isHealthy()) this.#crashes = 0
    this.#crashes++
    this.#since = Infinity
    if (this.isOpen) return maxDelay
    const wait = Math.min(delay * 2 ** (this.#crashes - 1), maxDelay)
    return wait * (0.5 + this.#random() / 2)
  }

  #isHealthy() {
    return this.#now() - this.#since >= this.#times.healthyAfter
  }

  /**
   * Whether the breaker is open: after `breaker` crashes in a row, until a
   * worker has lived for `healthyAfter`, even if it has not crashed since.
   */
  get isOpen() {
    return this.#crashes >= this.#times.breaker && !this.#isHealthy()
  }
}
