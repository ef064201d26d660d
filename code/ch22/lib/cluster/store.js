import { checkOptions, checkValue, integer } from '../common/options.js'
import { Entries } from './entries.js'
import { askPrimary, isAlone } from './primary.js'

/** @import { Taken } from '../common/rate-table.js' */

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
