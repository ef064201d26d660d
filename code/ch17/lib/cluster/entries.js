import { VelocyError } from '../common/errors.js'

/**
 * @typedef {object} StoreLimits
 * @property {number} maxKeys
 * @property {number} maxSize of all keys and values together, in characters
 */
/**
 * @typedef {object} Entry
 * @property {string} text the value, as JSON
 * @property {number} expires when nobody sees it any more, in ms; Infinity
 */

/** How many entries a write looks at, to find those that have expired. */
const SWEPT = 2

/**
 * What a store holds. It is bounded: what was not written for the longest time
 * makes room for the new.
 */
export class Entries {
  /** @type {Map<string, Entry>} those written last stand last */
  #entries = new Map()
  #broom = this.#entries.entries()
  /** Kept, as the first that is left is far behind all that were deleted. */
  #oldest = this.#entries.keys()
  #size = 0
  #limits
  #now

  /**
   * @param {StoreLimits} limits
   * @param {() => number} [now] ms; this clock is never set back
   */
  constructor(limits, now = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  get count() {
    return this.#entries.size
  }

  /** Those of a new version may be others. @param {StoreLimits} limits */
  resize(limits) {
    this.#limits = limits
    this.#makeRoom()
  }

  /**
   * @param {string} key
   * @returns {string | null} JSON; null: there is nothing
   */
  get(key) {
    return this.#find(key)?.text ?? null
  }

  /**
   * @param {string} key
   * @param {string} text JSON
   * @param {number} ttl ms
   */
  set(key, text, ttl) {
    this.#write(key, { text, expires: this.#now() + ttl })
  }

  /**
   * @param {string} key
   * @returns {boolean} whether there was something
   */
  delete(key) {
    const isThere = this.#find(key) !== undefined
    this.#remove(key)
    return isThere
  }

  /**
   * @param {string} key
   * @param {number} by
   * @param {number} ttl ms, which count from the call that makes the entry
   * @returns {number} the sum
   * @throws {VelocyError} ERR_VELOCY_STORE_NUMBER
   */
  increment(key, by, ttl) {
    const entry = this.#find(key)
    const text = entry?.text ?? '0'
    // A text that is no number makes none.
    const sum = Number(text) + by
    if (!Number.isFinite(sum)) throw notANumber(key, text, by)
    const expires = entry?.expires ?? this.#now() + ttl
    this.#write(key, { text: String(sum), expires })
    return sum
  }

  /** @param {string} key */
  #find(key) {
    const entry = this.#entries.get(key)
    if (entry && entry.expires > this.#now()) return entry
    return undefined
  }

  /** @param {string} key @param {Entry} entry */
  #write(key, entry) {
    // A key that is set again keeps its place in a Map: it has to leave first.
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#size += key.length + entry.text.length
    this.#sweep()
    this.#makeRoom()
  }

  /** @param {string} key */
  #remove(key) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= key.length + entry.text.length
  }

  /** Goes on where the last one stopped: no entry needs a timer of its own. */
  #sweep() {
    for (let looked = 0; looked < SWEPT; looked++) {
      const { done, value } = this.#broom.next()
      if (done) this.#broom = this.#entries.entries()
      else if (value[1].expires <= this.#now()) this.#remove(value[0])
    }
  }

  #makeRoom() {
    const { maxKeys, maxSize } = this.#limits
    while (this.#entries.size > maxKeys || this.#size > maxSize) {
      const { done, value } = this.#oldest.next()
      if (done) this.#oldest = this.#entries.keys()
      else this.#remove(value)
    }
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
    `${text.slice(0, 80)}, expected a number, and a finite sum`
  return new VelocyError('ERR_VELOCY_STORE_NUMBER', message)
}
