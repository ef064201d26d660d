import { VelocyError } from '../common/errors.js'
import { RateTable } from '../common/rate-table.js'

/**
 * @typedef {object} Entry
 * @property {string} text the value, as JSON
 * @property {number} expires when it is no longer found, in ms; Infinity
 */

/**
 * The keys and values of the shared store. When there are too many, the
 * hundredth that was written longest ago makes room.
 */
export class Entries {
  /** @type {Map<string, Entry>} the one written longest ago comes first */
  #entries = new Map()
  /** @type {Map<string, RateTable>} by limit and window */
  #rates = new Map()
  #maxKeys
  #now

  /**
   * @param {number} [maxKeys] 100,000
   * @param {() => number} [now] a clock in ms that is never set back
   */
  constructor(maxKeys = 100_000, now = () => performance.now()) {
    this.#maxKeys = maxKeys
    this.#now = now
  }

  /**
   * @param {string} key
   * @returns {string | null} JSON, or null if there is no entry
   */
  get(key) {
    return this.#find(key)?.text ?? null
  }

  /**
   * @param {string} key
   * @param {string} text JSON
   * @param {number | null} [ttl] ms until the entry expires; without, it stays
   */
  set(key, text, ttl) {
    this.#write(key, { text, expires: this.#now() + (ttl ?? Infinity) })
  }

  /**
   * @param {string} key
   * @returns {boolean} whether there was an entry
   */
  delete(key) {
    return this.#find(key) !== undefined && this.#entries.delete(key)
  }

  /**
   * @param {string} key
   * @param {number} by
   * @param {number | null} [ttl] ms from the call that makes the entry
   * @returns {number} the sum
   * @throws {VelocyError} ERR_VELOCY_STORE_NUMBER
   */
  increment(key, by, ttl) {
    const first = { text: '0', expires: this.#now() + (ttl ?? Infinity) }
    const { text, expires } = this.#find(key) ?? first
    const sum = Number(text) + by
    if (!Number.isFinite(sum)) throw notANumber(key, text, by)
    this.#write(key, { text: String(sum), expires })
    return sum
  }

  /** @param {string} key @param {number} limit @param {number} window in ms */
  take(key, limit, window) {
    const name = `${limit}/${window}`
    const rate = this.#rates.get(name) ?? new RateTable(limit, window)
    this.#rates.set(name, rate)
    return rate.take(key)
  }

  /** @param {string} key */
  #find(key) {
    const entry = this.#entries.get(key)
    if (entry && entry.expires > this.#now()) return entry
    this.#entries.delete(key)
  }

  /** @param {string} key @param {Entry} entry */
  #write(key, entry) {
    // A key that is set again keeps its place in a Map, so it leaves first.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size <= this.#maxKeys) return
    // Many at once: the way to the first passes whatever was deleted before it.
    const keys = this.#entries.keys()
    for (let more = this.#maxKeys / 100; more >= 0; more--)
      this.#entries.delete(/** @type {string} */ (keys.next().value))
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @param {number} by
 */
function notANumber(key, text, by) {
  const message =
    `increment ${JSON.stringify(key.slice(0, 80))} by ${by}: got ` +
    `${text.slice(0, 80)}, expected a number and a finite sum`
  return new VelocyError('ERR_VELOCY_STORE_NUMBER', message)
}
