import { checkOptions, checkValue, integer } from '../common/options.js'

/**
 * @typedef {object} CacheOptions times are in ms
 * @property {number} ttl How long a value is fresh, in ms.
 * @property {number} [stale] How long after that a value is still given out,
 *   while a new one is loaded, in ms. Default: 0.
 * @property {number} [max] How many keys are kept, those being loaded included.
 *   Default: 1000.
 * @property {number} [jitter] By how much of it chance shortens ttl, so that
 *   what was loaded together doesn't expire together: 0 to 1. Default: 0.1.
 */

const TIME = integer(0, Infinity)
const RULES = {
  ttl: TIME,
  stale: TIME,
  max: integer(1, 2 ** 16),
  jitter: {
    expected: 'a number from 0 to 1',
    /** @param {unknown} value */
    allows: (value) => Number(value) === value && value >= 0 && value <= 1,
  },
}
const KEY = {
  expected: 'a string',
  /** @param {unknown} key */
  allows: (key) => typeof key === 'string',
}

/**
 * @typedef {object} Entry of times in ms, by performance.now()
 * @property {any} [value]
 * @property {number} staleAt -Infinity: there is no value yet
 * @property {number} endsAt
 * @property {Promise<any>} [flight] of the value that is being loaded
 */

/**
 * Values that were expensive to load. Callers that want the same one at the
 * same time share one load, and get the same object: don't change it.
 */
export class Cache {
  /** @type {Map<string, Entry>} the one used longest ago comes first */
  #entries = new Map()
  #options

  /**
   * @param {CacheOptions} options
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const rest = { stale: 0, max: 1000, jitter: 0.1 }
    this.#options = { ...rest, ...checkOptions('Cache', options, RULES) }
    checkValue('Cache', 'ttl', this.#options.ttl, TIME)
  }

  /**
   * The value of a key. One that is stale is given out at once, and `load` is
   * called for the next caller. A load that never ends would be waited for:
   * limit its time, as a Pool does.
   *
   * @template T
   * @param {string} key
   * @param {() => T | Promise<T>} load it serves all who wait, so it should not
   *   end when one of them leaves
   * @returns {Promise<T>} rejects with what `load` throws, and the next call
   *   loads again; while there is a stale value, that is returned instead
   */
  async get(key, load) {
    checkValue('Cache', 'key', key, KEY)
    const entry = this.#use(key)
    const now = performance.now()
    if (now < entry.staleAt) return entry.value
    entry.flight ??= this.#load(entry, load).finally(() => {
      this.#land(key, entry)
    })
    if (now >= entry.endsAt) return entry.flight
    entry.flight.catch(() => {})
    return entry.value
  }

  /** Forgets a value. @param {string} key whose value is no longer true */
  delete(key) {
    // A flight that is under way ends in its entry, which is lost with it.
    this.#entries.delete(key)
  }

  /** @param {string} key */
  #use(key) {
    const never = { staleAt: -Infinity, endsAt: -Infinity }
    /** @type {Entry} */
    const entry = this.#entries.get(key) ?? never
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#options.max) {
      const [oldest] = this.#entries.keys()
      this.#entries.delete(oldest)
    }
    return entry
  }

  /** @param {Entry} entry @param {() => any} load */
  async #load(entry, load) {
    const { ttl, stale, jitter } = this.#options
    entry.value = await load()
    entry.staleAt = performance.now() + ttl * (1 - jitter * Math.random())
    entry.endsAt = entry.staleAt + stale
    return entry.value
  }

  /** @param {string} key @param {Entry} entry whose flight is over */
  #land(key, entry) {
    entry.flight = undefined
    if (performance.now() < entry.endsAt) return
    // Nothing came of it: without a value, the entry would only take up room.
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}
