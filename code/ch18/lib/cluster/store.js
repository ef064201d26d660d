import { VelocyError } from '../common/errors.js'
import { checkOptions, checkValue, integer } from '../common/options.js'
import { RateTable } from '../common/rate-table.js'
import { askPrimary, isAlone } from './channel.js'

/** @import { Taken } from '../common/rate-table.js' */

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

/**
 * @typedef {object} EntryOptions
 * @property {number} [ttl] How long until the entry expires, in ms. Default: it
 *   stays.
 */
const RULES = { ttl: integer(1, Number.MAX_SAFE_INTEGER) }
const KEY = {
  expected: 'a string of up to 1,024 characters',
  /** @param {unknown} key */
  allows: (key) => typeof key === 'string' && key.length <= 1024,
}
const BY = { expected: 'a finite number', allows: Number.isFinite }

/** Those of this process: in a cluster, only the primary's are used. */
const entries = new Entries()

/**
 * Runs an operation in the process that has the entries.
 *
 * @param {'get' | 'set' | 'delete' | 'increment' | 'take'} operation
 * @param {...any} args
 * @returns {any}
 */
export const operate = (operation, ...args) =>
  /** @type {any} */ (entries)[operation](...args)

/**
 * @param {'get' | 'set' | 'delete' | 'increment' | 'take'} operation
 * @param {string} key
 * @param {...any} args
 * @returns {Promise<any>}
 */
async function ask(operation, key, ...args) {
  checkValue(`store.${operation}`, 'key', key, KEY)
  if (isAlone()) return operate(operation, key, ...args)
  return askPrimary('store', operation, key, ...args)
}

/** @param {string} operation @param {EntryOptions} [options] */
const ttlOf = (operation, options) =>
  checkOptions(`store.${operation}`, options, RULES).ttl

const NOT_JSON = ['undefined', 'function', 'symbol']
const VALUE = {
  expected: 'a value that JSON can hold; to remove a key, use delete',
  /** @param {unknown} value */
  allows: (value) => !NOT_JSON.includes(typeof value),
}

/**
 * Keys and values that all workers share. The primary keeps them and changes
 * one after the other, so no change is lost; they end with the primary. There
 * is room for 100,000 keys; then those written longest ago go.
 */
export const store = {
  /**
   * @param {string} key such as `'logins:eleni'`
   * @returns {Promise<any>} a copy of the value, or undefined
   */
  async get(key) {
    const text = await ask('get', key)
    return text === null ? undefined : JSON.parse(text)
  },

  /**
   * Keeps a value.
   *
   * @param {string} key
   * @param {unknown} value anything that JSON can hold
   * @param {EntryOptions} [options]
   * @returns {Promise<void>}
   * @throws {TypeError} for what JSON.stringify() refuses, such as a BigInt
   */
  async set(key, value, options) {
    checkValue('store.set', 'value', value, VALUE)
    await ask('set', key, JSON.stringify(value), ttlOf('set', options))
  },

  /**
   * Forgets a value.
   *
   * @param {string} key
   * @returns {Promise<boolean>} whether there was a value
   */
  delete: (key) => ask('delete', key),

  /**
   * Adds to a number, which is 0 at first.
   *
   * @param {string} key
   * @param {number} [by] Default: 1.
   * @param {EntryOptions} [options] ttl counts from the call that makes the
   *   entry: later ones don't prolong it
   * @returns {Promise<number>} the sum
   * @throws {VelocyError} ERR_VELOCY_STORE_NUMBER if the value isn't a number
   */
  async increment(key, by = 1, options = undefined) {
    checkValue('store.increment', 'by', by, BY)
    return ask('increment', key, by, ttlOf('increment', options))
  },

  /**
   * Counts what a key takes, apart from the entries: any number of keys has
   * room, and none of them is forgotten early. Each pair of a limit and a
   * window takes 8 MiB.
   *
   * @param {string} key such as `'login eleni'`
   * @param {number} limit how often it may take at once, 1 to 1,000,000
   * @param {number} window until it may take as often again, in ms
   * @returns {Promise<Taken>}
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  take: (key, limit, window) => ask('take', key, limit, window),
}
