import { hash, randomBytes } from 'node:crypto'
import { checkOptions, checkValue, integer } from './options.js'

/** How many numbers a table has: five hexadecimal digits tell them apart. */
const SLOTS = 16 ** 5

/**
 * @typedef {object} Rate
 * @property {number} limit How often a key may take at once, from 1 to
 *   1,000,000.
 * @property {number} window How long it takes until it may take as often again,
 *   in ms: one after another, `window / limit` apart.
 */
export const RATE_RULES = {
  limit: integer(1, 1_000_000),
  window: integer(1, 2 ** 31 - 1),
}

/**
 * @param {string} owner for the message
 * @param {Rate} rate
 * @returns {Rate}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function checkRate(owner, rate) {
  const checked = checkOptions(owner, rate, RATE_RULES)
  checkValue(owner, 'limit', checked.limit, RATE_RULES.limit)
  checkValue(owner, 'window', checked.window, RATE_RULES.window)
  return checked
}

/**
 * @typedef {object} Taken
 * @property {boolean} isTaken false: the key has asked too often
 * @property {number} remaining how many more it may take at once
 * @property {number} wait until it may take one more than that, in ms
 */

/**
 * Counts what keys take, by the generic cell rate algorithm (GCRA). Each take
 * has a price in time, and a key is remembered by the moment at which it will
 * have paid. There is a fixed number of such moments, and each key has two of
 * them, by a secret hash. Keys may share one, so a key can be taken for one that
 * owes more, and never for one that owes less.
 */
export class RateTable {
  /** When each will have paid, in µs: a fraction of a price would add up. */
  #paid = new Float64Array(SLOTS)
  #secret = randomBytes(16).toString('hex')
  #price
  #credit
  #now

  /**
   * @param {Rate} rate
   * @param {() => number} [now] a clock in ms that is never set back
   */
  constructor({ limit, window }, now = () => performance.now()) {
    this.#price = Math.ceil((window * 1000) / limit)
    this.#credit = this.#price * limit
    this.#now = now
  }

  /**
   * @param {string} key
   * @returns {Taken}
   */
  take(key) {
    const [first, second] = this.#slotsOf(key)
    const now = Math.floor(this.#now() * 1000)
    let debt = Math.min(this.#paid[first], this.#paid[second]) - now
    debt = Math.max(debt, 0) + this.#price
    const isTaken = debt <= this.#credit
    if (isTaken) {
      for (const slot of [first, second]) {
        this.#paid[slot] = Math.max(this.#paid[slot], now + debt)
      }
    } else debt -= this.#price
    const remaining = Math.floor((this.#credit - debt) / this.#price)
    const excess = debt + this.#price * (remaining + 1) - this.#credit
    return { isTaken, remaining, wait: excess / 1000 }
  }

  /** @param {string} key */
  #slotsOf(key) {
    const digits = hash('sha256', this.#secret + key)
    return [
      Number.parseInt(digits.slice(0, 5), 16),
      Number.parseInt(digits.slice(5, 10), 16),
    ]
  }
}
