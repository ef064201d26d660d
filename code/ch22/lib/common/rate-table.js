import { hash, randomBytes } from 'node:crypto'
import { checkValue, integer, time } from './options.js'

/** How many moments a table has: five hexadecimal digits tell them apart. */
const SLOTS = 16 ** 5

/**
 * @typedef {object} Taken
 * @property {boolean} isTaken false: the key has asked too often
 * @property {number} remaining how many more it may take at once
 * @property {number} wait until it may take one more than that, in ms
 */

/**
 * Counts what keys take, by the generic cell rate algorithm (GCRA). Each take
 * has a price in time, and a key is remembered by the moment at which it will
 * have paid for all. There is a fixed number of moments, and each key has two
 * of them, by a secret hash. Keys may share one: so a key can be taken for one
 * that owes more, and never for one that owes less.
 */
export class RateTable {
  /** When each will have paid, in µs: parts of them would add up. */
  #paid = new Float64Array(SLOTS)
  #secret = randomBytes(16).toString('hex')
  #price
  #credit
  #now

  /**
   * @param {number} limit how often a key may take at once, 1 to 1,000,000
   * @param {number} window how long paying for all of them takes, in ms
   * @param {() => number} [now] a clock in ms that is never set back
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(limit, window, now = () => performance.now()) {
    checkValue('rateLimit', 'limit', limit, integer(1, 1_000_000))
    checkValue('rateLimit', 'window', window, time(1))
    this.#price = Math.ceil((window * 1000) / limit)
    this.#credit = this.#price * limit
    this.#now = now
  }

  /**
   * @param {string} key
   * @returns {Taken}
   */
  take(key) {
    const digits = hash('sha256', this.#secret + key)
    const first = Number.parseInt(digits.slice(0, 5), 16)
    const second = Number.parseInt(digits.slice(5, 10), 16)
    const paid = this.#paid
    const now = Math.floor(this.#now() * 1000)
    let debt = Math.max(0, Math.min(paid[first], paid[second]) - now)
    const isTaken = debt + this.#price <= this.#credit
    if (isTaken) debt += this.#price
    paid[first] = Math.max(paid[first], now + debt)
    paid[second] = Math.max(paid[second], now + debt)
    const remaining = Math.floor((this.#credit - debt) / this.#price)
    const excess = debt + (remaining + 1) * this.#price - this.#credit
    return { isTaken, remaining, wait: excess / 1000 }
  }
}
