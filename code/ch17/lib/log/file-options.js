import nodeFs from 'node:fs'
import { checkOptions, func, having, integer } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */

/**
 * @typedef {object} LogFileOptions
 * @property {number} [batchSize] bytes that are written at once, 64 KiB; 0
 *   writes each line when it comes
 * @property {number} [interval] ms that a line waits while the loop turns and
 *   the file can be written, 100
 * @property {number} [limit] bytes that wait at most, 16 MiB
 * @property {number} [maxSize] bytes in a file, no limit; only a single line
 *   that is longer makes a file larger
 * @property {number} [period] ms, such as a day: each period has a new file
 * @property {number} [keep] how many old files are kept, 5; `.1` is the latest
 * @property {(error: Error) => void} [onError] called once when writing,
 *   rotating or reopening begins to fail
 * @property {() => number} [now] ms since 1970
 * @property {typeof nodeFs} [fs]
 */
const DEFAULTS = {
  batchSize: 64 * 1024,
  interval: 100,
  limit: 16 * 1024 * 1024,
  maxSize: Number.POSITIVE_INFINITY,
  period: Number.POSITIVE_INFINITY,
  keep: 5,
  now: Date.now,
  fs: nodeFs,
  /** @param {Error} error */
  onError: (error) => console.error(`The log cannot be written: ${error}`),
}

/** In ms. setTimeout treats a longer delay as 1 ms. */
const MAX_INTERVAL = 2 ** 31 - 1

const RULES = {
  batchSize: integer(0, Number.POSITIVE_INFINITY),
  interval: integer(1, MAX_INTERVAL),
  limit: integer(0, Number.POSITIVE_INFINITY),
  maxSize: integer(1, Number.POSITIVE_INFINITY),
  period: integer(1, Number.POSITIVE_INFINITY),
  keep: integer(1, 1000),
  onError: func,
  now: func,
  fs: having('a module such as node:fs', 'openSync', 'writeSync'),
}

/**
 * @param {LogFileOptions | undefined} options
 * @returns {Required<LogFileOptions>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function fileOptions(options) {
  return { ...DEFAULTS, ...checkOptions('LogFile', options, RULES) }
}
