import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from '../common/backoff.js'
import { VelocyError } from '../common/errors.js'
import { checkOptions, checkValue, func, integer } from '../common/options.js'
import { late, unavailable, within } from './within.js'

/**
 * @typedef {object} PoolStats
 * @property {number} open clients
 * @property {number} idle those that are free
 * @property {number} busy those that are lent
 * @property {number} waiting callers
 */

/** Between attempts to connect, in ms. */
const RETRY = { delay: 20, maxDelay: 500 }

const closed = () => unavailable('CLOSED', 'This pool is closed')

/**
 * Clients that must not be lent again: their connection is gone, or it is not
 * known what they are in the middle of.
 *
 * @type {WeakSet<object>}
 */
export const spoiled = new WeakSet()

/**
 * Clients of a store, each lent to one caller at a time. A client is opened
 * when a caller waits for one, and stays open.
 *
 * @template {object} Client
 */
export class Pool {
  #settings
  /** How many clients there are. */
  #open = 0
  /** @type {Client[]} those that are free, the last used at the end */
  #idle = []
  /** @type {Set<PromiseWithResolvers<Client>>} callers, the first in front */
  #waiting = new Set()
  #isConnecting = false
  /** @type {unknown} why the last attempt to connect has failed */
  #failure
  #closing = new AbortController()
  /** @type {PromiseWithResolvers<void>} */
  #closed = Promise.withResolvers()

  /**
   * @param {PoolOptions<Client>} options
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    this.#settings = settingsOf(options)
  }

  /** Counts clients and callers. @returns {PoolStats} */
  get stats() {
    const open = this.#open
    const idle = this.#idle.length
    return { open, idle, busy: open - idle, waiting: this.#waiting.size }
  }

  /**
   * Lends a client for the time of a callback. It goes back to the pool when
   * the callback has ended, whether it throws or not: do not keep it.
   *
   * @template T
   * @param {(client: Client, signal: AbortSignal) => T | Promise<T>} work its
   *   signal aborts when the callback has taken longer than `timeout`, which
   *   closes the client too, and when the caller's signal does
   * @param {{ signal?: AbortSignal }} [options] the signal of a caller who may
   *   leave, such as `req.signal`; it ends the waiting
   * @returns {Promise<T>} what the callback returns. Rejects with what it
   *   throws; with the signal's reason; and with a VelocyError of status 503:
   *   ERR_VELOCY_POOL_FULL when too many wait, ERR_VELOCY_POOL_WAIT when no
   *   client was free in time, with the reason why none could be opened as its
   *   cause, ERR_VELOCY_POOL_TIMEOUT when the callback takes too long, and
   *   ERR_VELOCY_POOL_CLOSED
   */
  async use(work, { signal } = {}) {
    this.#refuse()
    signal?.throwIfAborted()
    const client = this.#idle.pop() ?? (await this.#wait(signal))
    const { timeout } = this.#settings
    const onLate = () => {
      spoiled.add(client)
      return late('A callback', timeout)
    }
    try {
      return await within(timeout, (own) => work(client, own), onLate, signal)
    } finally {
      this.#free(client)
    }
  }

  /** Throws when there are too many callers. */
  #refuse() {
    const { size, queue } = this.#settings
    const { busy, waiting } = this.stats
    if (this.#closing.signal.aborted) throw closed()
    const most = size + queue
    if (busy + waiting < most) return
    const message = `Got more than ${most} callers at once`
    throw unavailable('FULL', `${message} (size ${size}, queue ${queue})`)
  }

  /** @param {AbortSignal} [signal] @returns {Promise<Client>} */
  #wait(signal) {
    const { wait } = this.#settings
    /** @type {PromiseWithResolvers<Client>} */
    const caller = Promise.withResolvers()
    const run = (/** @type {AbortSignal} */ limit) => {
      limit.onabort = () => {
        this.#waiting.delete(caller)
        caller.reject(limit.reason)
      }
      return caller.promise
    }
    const onLate = () =>
      unavailable('WAIT', `No client was free for ${wait} ms`, this.#failure)
    this.#waiting.add(caller)
    this.#connect()
    return within(wait, run, onLate, signal)
  }

  /** @param {Client} client that is free: the first in line gets it */
  #free(client) {
    if (spoiled.has(client) || this.#closing.signal.aborted) {
      return this.#end(client)
    }
    const [caller] = this.#waiting
    if (caller === undefined) return this.#idle.push(client)
    this.#waiting.delete(caller)
    caller.resolve(client)
  }

  /** Opens clients, one at a time, while callers wait for them. */
  async #connect() {
    if (this.#isConnecting) return
    this.#isConnecting = true
    const { signal } = this.#closing
    let failures = 0
    while (this.#waiting.size > 0 && this.#open < this.#settings.size) {
      try {
        const client = await this.#openOne()
        this.#open++
        this.#free(client)
        failures = 0
        this.#failure = undefined
      } catch (error) {
        this.#failure = error
        failures++
        const delay = backOff(failures, RETRY)
        await sleep(delay, undefined, { ref: false, signal }).catch(() => {})
      }
    }
    this.#isConnecting = false
    if (signal.aborted && this.#open === 0) this.#closed.resolve()
  }

  /** @param {Client} client that is not lent again */
  async #end(client) {
    const { close, timeout } = this.#settings
    const onLate = () => late('Closing', timeout)
    this.#idle = this.#idle.filter((one) => one !== client)
    // What a client says at its end helps no caller.
    await within(timeout, async () => close(client), onLate).catch(() => {})
    this.#open--
    this.#connect()
  }

  /**
   * Takes no more callers, refuses those who wait, and closes each client when
   * its callback has ended.
   *
   * @returns {Promise<void>} resolves when the last client is closed
   */
  close() {
    this.#closing.abort()
    for (const caller of this.#waiting) caller.reject(closed())
    this.#waiting.clear()
    for (const client of this.#idle) this.#end(client)
    this.#connect()
    return this.#closed.promise
  }

  #openOne() {
    const { connect, close, watch, timeout } = this.#settings
    const run = async (/** @type {AbortSignal} */ limit) => {
      const client = await connect(limit)
      if (!client) throw new TypeError(`connect() resolved to ${client}`)
      watch?.(client, () => this.#lose(client))
      if (!limit.aborted && !spoiled.has(client)) return client
      await close(client)
      throw limit.reason ?? new Error('A new connection was gone at once')
    }
    const onLate = () => late('Connecting', timeout)
    return within(timeout, run, onLate, this.#closing.signal)
  }

  /** @param {Client} client whose connection is gone */
  #lose(client) {
    spoiled.add(client)
    if (this.#idle.includes(client)) this.#end(client)
  }
}

/**
 * @template Client
 * @typedef {object} PoolOptions times in ms, up to 2,147,483,647
 * @property {(signal: AbortSignal) => Promise<Client>} connect opens a client;
 *   the signal aborts when that takes longer than `timeout`
 * @property {(client: Client) => unknown} close ends a client
 * @property {(client: Client, lost: () => void) => void} [watch] calls `lost`
 *   when the connection of a client is gone
 * @property {number} [size] How many clients there are at most, 1 to
 *   10,000. Default: 10.
 * @property {number} [queue] How many callers wait at most while all clients
 *   are busy, 0 to 1,000,000. Default: 100.
 * @property {number} [wait] How long a caller waits for a client, in ms.
 *   Default: 1000.
 * @property {number} [timeout] How long a callback may have one, in ms.
 *   Default: 5000.
 */

const TIME = integer(1, 2_147_483_647)

const RULES = {
  connect: func,
  close: func,
  watch: func,
  size: integer(1, 10_000),
  queue: integer(0, 1_000_000),
  wait: TIME,
  timeout: TIME,
}

const DEFAULTS = { size: 10, queue: 100, wait: 1000, timeout: 5000 }

/**
 * @template Client
 * @param {PoolOptions<Client>} options
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
function settingsOf(options) {
  checkValue('Pool', 'connect', options?.connect, func)
  checkValue('Pool', 'close', options?.close, func)
  return { ...DEFAULTS, ...checkOptions('Pool', options, RULES) }
}

const UNDONE = 'A query had failed, so COMMIT has undone the transaction'

/**
 * @typedef {object} Queryable
 * @property {(text: string) => any} query
 */

/**
 * Runs a function between BEGIN and COMMIT. If it throws, or the signal has
 * aborted by its end, all it has done is undone with ROLLBACK. Transactions do
 * not nest: in PostgreSQL, the COMMIT of one inside another ends both.
 *
 * @template {Queryable} Client
 * @template T
 * @param {Client} client one that no other caller uses meanwhile
 * @param {(client: Client) => T | Promise<T>} work
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<T>} what the function returns, when it is committed.
 *   Rejects with what the function throws; with the signal's reason; with what
 *   the store says to BEGIN or COMMIT; and with ERR_VELOCY_ROLLED_BACK when the
 *   function has swallowed an error after which PostgreSQL commits nothing
 */
export async function transaction(client, work, { signal } = {}) {
  /** @param {string} text */
  const query = async (text) => client.query(text)
  signal?.throwIfAborted()
  await query('BEGIN')
  try {
    const result = await work(client)
    signal?.throwIfAborted()
    const ended = await query('COMMIT')
    if (ended?.command !== 'ROLLBACK') return result
    throw new VelocyError('ERR_VELOCY_ROLLED_BACK', UNDONE)
  } catch (error) {
    await query('ROLLBACK').catch(() => spoiled.add(client))
    throw error
  }
}
