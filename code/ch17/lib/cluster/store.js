import { VelocyError } from '../common/errors.js'
import { checkOptions, checkValue, integer } from '../common/options.js'
import { shared } from '../common/shared.js'
import { Entries } from './entries.js'
import { askPrimary, isAlone } from './primary.js'

/** @import { StoreLimits } from './entries.js' */

/**
 * @typedef {object} StoreOptions
 * @property {number} [maxKeys] how many entries there are at most; 100,000
 * @property {number} [maxSize] characters of all keys and values together,
 *   values as JSON; 64 Mi
 */
const DEFAULTS = { maxKeys: 100_000, maxSize: 64 * 1024 * 1024 }
const RULES = {
  maxKeys: integer(1, 2 ** 24),
  maxSize: integer(1, Number.MAX_SAFE_INTEGER),
}

/**
 * @typedef {object} EntryOptions
 * @property {number} [ttl] ms until the entry expires; Infinity
 */
const ENTRY_RULES = { ttl: integer(1, Number.POSITIVE_INFINITY) }

/**
 * @param {string} method
 * @param {EntryOptions | undefined} options
 */
function ttlOf(method, options) {
  const { ttl = Infinity } = checkOptions(method, options, ENTRY_RULES)
  return ttl
}

const NAME_RULE = {
  expected: 'a text that is not empty',
  /** @param {unknown} name */
  allows: (name) => typeof name === 'string' && name !== '',
}
const KEY_RULE = {
  expected: 'a text',
  /** @param {unknown} key */
  allows: (key) => typeof key === 'string',
}
const BY_RULE = { expected: 'a finite number', allows: Number.isFinite }

/**
 * Keys and values that all workers share. The primary has them, and makes one
 * change after the other, so that none is lost. A value is what JSON can hold.
 * It is gone when the primary ends.
 */
export class Store {
  #ask
  #maxSize

  /**
   * @param {(operation: string, ...args: unknown[]) => Promise<any>} ask
   * @param {number} maxSize
   */
  constructor(ask, maxSize) {
    this.#ask = ask
    this.#maxSize = maxSize
  }

  /**
   * @param {string} key
   * @returns {Promise<any>} a copy; undefined: there is nothing
   */
  async get(key) {
    checkValue('get', 'key', key, KEY_RULE)
    const text = await this.#ask('get', key)
    return text === null ? undefined : JSON.parse(text)
  }

  /**
   * @param {string} key
   * @param {unknown} value
   * @param {EntryOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_STORE_VALUE when JSON can't hold the
   *   value, ERR_VELOCY_STORE_SIZE when it is larger than the store
   */
  async set(key, value, options) {
    checkValue('set', 'key', key, KEY_RULE)
    const text = encode(key, value)
    this.#checkSize(key, text)
    await this.#ask('set', key, text, ttlOf('set', options))
  }

  /**
   * @param {string} key
   * @returns {Promise<boolean>} whether there was something
   */
  async delete(key) {
    checkValue('delete', 'key', key, KEY_RULE)
    return this.#ask('delete', key)
  }

  /**
   * Adds to a number, or to 0 when there is none yet.
   *
   * @param {string} key
   * @param {number} [by] 1
   * @param {EntryOptions} [options] ttl counts from the call that makes the
   *   entry, and later ones do not prolong it
   * @returns {Promise<number>} the sum
   * @throws {VelocyError} ERR_VELOCY_STORE_NUMBER when it isn't a number
   */
  async increment(key, by = 1, options = undefined) {
    checkValue('increment', 'key', key, KEY_RULE)
    checkValue('increment', 'by', by, BY_RULE)
    this.#checkSize(key, '')
    return this.#ask('increment', key, by, ttlOf('increment', options))
  }

  /** @param {string} key @param {string} text */
  #checkSize(key, text) {
    const size = key.length + text.length
    if (size <= this.#maxSize) return
    const message =
      `got a key and a value of ${size} characters, expected at most the ` +
      `${this.#maxSize} of the store: store less, or raise maxSize`
    throw new VelocyError('ERR_VELOCY_STORE_SIZE', message)
  }
}

/** @param {string} key @param {unknown} value */
function encode(key, value) {
  let text
  /** @type {string} */
  let reason = typeof value
  try {
    text = JSON.stringify(value)
  } catch (error) {
    reason = `something else (${/** @type {Error} */ (error).message})`
  }
  if (text !== undefined) return text
  const message =
    `set ${JSON.stringify(key.slice(0, 80))}: got ${reason}, expected a ` +
    'value that JSON can hold. To take it away, use delete'
  throw new VelocyError('ERR_VELOCY_STORE_VALUE', message)
}

/** @type {Map<string, Entries>} the stores that this process has itself */
const own = shared('cluster.stores', () => new Map())

/** @type {Map<string, { store: Store, limits: StoreLimits }>} */
const opened = shared('cluster.opened', () => new Map())

/** @param {StoreOptions} [options] @returns {StoreLimits} */
const limitsOf = (options) => ({
  ...DEFAULTS,
  ...checkOptions('openStore', options, RULES),
})

/** What is asked of a store that is open, and what comes with it. */
const OPERATIONS = new Map([
  ['get', ['string']],
  ['set', ['string', 'string', 'number']],
  ['delete', ['string']],
  ['increment', ['string', 'number', 'number']],
])

/** @param {string} operation @param {unknown[]} args */
const isAsked = (operation, args) =>
  OPERATIONS.get(operation)?.every((type, i) => typeof args[i] === type)

/**
 * Does what a store is asked for, in the process that has it. `open` is the
 * first thing, and a new version of a program may open it with other limits.
 *
 * @param {string} name
 * @param {string} operation
 * @param {...any} args
 * @returns {unknown}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_STORE_NUMBER
 */
export function operate(name, operation, ...args) {
  const entries = own.get(name)
  if (operation === 'open') {
    // A worker has checked them. An app that sends messages itself has not.
    const limits = limitsOf(args[0])
    if (entries) entries.resize(limits)
    else own.set(name, new Entries(limits))
    return null
  }
  if (!isAsked(operation, args)) throw new Error(`no ${operation}`)
  return /** @type {any} */ (entries)[operation](...args)
}

/**
 * Opens a store that all workers of the cluster share; without a cluster, one
 * of this process.
 *
 * @param {string} name
 * @param {StoreOptions} [options]
 * @returns {Store}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_STORE_LIMITS when
 *   this process has it open with others
 */
export function openStore(name, options) {
  checkValue('openStore', 'name', name, NAME_RULE)
  const limits = limitsOf(options)
  const present = opened.get(name)
  if (present) {
    checkLimits(name, limits, present.limits)
    return present.store
  }
  /** @param {string} operation @param {...unknown} args */
  const ask = async (operation, ...args) => {
    if (!isAlone()) return askPrimary('store', name, operation, ...args)
    return operate(name, operation, ...args)
  }
  // Should this fail, the next question will, too, and say so.
  ask('open', limits).catch(() => {})
  const store = new Store(ask, limits.maxSize)
  opened.set(name, { store, limits })
  return store
}

/**
 * @param {string} name
 * @param {StoreLimits} limits
 * @param {StoreLimits} present
 */
function checkLimits(name, limits, present) {
  const [got, expected] = [JSON.stringify(limits), JSON.stringify(present)]
  if (got === expected) return
  const message =
    `openStore ${JSON.stringify(name)}: got ${got}, expected ${expected}, ` +
    'with which this process has opened it: give both the same options'
  throw new VelocyError('ERR_VELOCY_STORE_LIMITS', message)
}
