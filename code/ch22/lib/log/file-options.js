import nodeFs from 'node:fs'
import { checkOptions, func, having, integer, time } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */

/**
 * @typedef {object} LogFileOptions
 * @property {number} [batchSize] How many bytes are written at once; with 0,
 *   each line is written when it comes. Default: 64 KiB.
 * @property {number} [interval] How long a line waits at most, in ms, while the
 *   event loop turns and the file can be written. Default: 100.
 * @property {number} [limit] How many bytes wait at most. Default: 16 MiB.
 * @property {number} [maxSize] Largest size of a file, in bytes; only a longer
 *   line exceeds it. Default: no limit.
 * @property {number} [period] How long a file is used, in ms, such as a day.
 *   Default: no limit.
 * @property {number} [keep] How many old files are kept; `.1` is the latest.
 *   Default: 5.
 * @property {(error: Error) => void} [onError] Called once when writing,
 *   rotating or reopening begins to fail.
 * @property {() => number} [now] ms since 1970
 * @property {typeof nodeFs} [fs] Takes the place of node:fs, in tests.
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

const RULES = {
  batchSize: integer(0, Number.POSITIVE_INFINITY),
  interval: time(1),
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
