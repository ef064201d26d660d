import { checkOptions, checkValue, func, integer } from '../common/options.js'

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
export function settingsOf(options) {
  checkValue('Pool', 'connect', options?.connect, func)
  checkValue('Pool', 'close', options?.close, func)
  return { ...DEFAULTS, ...checkOptions('Pool', options, RULES) }
}
