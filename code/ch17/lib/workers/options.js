import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkOptions, checkValue, having, integer } from '../common/options.js'
import { LONGEST, SLOTS } from './limits.js'

/** @import { ResourceLimits, Transferable } from 'node:worker_threads' */
/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} PoolOptions of time in ms
 * @property {number | 'auto'} [threads] how many at most; one fewer than cores
 * @property {number} [concurrency] how many tasks a thread has begun at most: 1
 *   for those that compute, more for those that wait
 * @property {number} [maxQueue] how many tasks wait at most; 1000
 * @property {number} [timeout] how long a task may take with its waiting, if
 *   run() says nothing else; 0 is for ever
 * @property {number} [grace] how long a task that was aborted may go on before
 *   its thread is ended; 1000
 * @property {number} [linger] how long a thread that has nothing to do sleeps
 *   where it is woken fast, and its event loop does not turn; 5
 * @property {number} [nice] how much the threads stand back for others when
 *   cores are scarce, 0 to 19, on Linux; 0
 * @property {unknown} [data] that all tasks get; what structuredClone takes
 * @property {ResourceLimits} [resourceLimits] of each thread
 * @property {number} [restartDelay] before a thread that has crashed is
 *   replaced, and twice as long after each further crash; 100
 * @property {number} [maxRestartDelay] the longest; 30,000
 */

/**
 * @typedef {object} RunOptions
 * @property {readonly Transferable[]} [transfer] what of the value is given
 *   away, and not copied: this side can't use it any more
 * @property {AbortSignal} [signal] says that nobody waits for it any more
 * @property {number} [timeout] how long it may take with its waiting, in ms; 0
 *   is for ever
 * @property {string} [key] tasks of one key go to the same thread
 */

const TIME = integer(0, LONGEST)

/** @type {Rule} */
const THREADS = {
  expected: "'auto' or an integer from 1 to 1024",
  allows: (value) => value === 'auto' || integer(1, 1024).allows(value),
}

/** @type {Rule} */
const CLONEABLE = {
  expected: 'values without functions, as structuredClone takes them',
  allows(value) {
    try {
      structuredClone(value)
      return true
    } catch {
      return false
    }
  },
}

/** @type {Rule} */
const MODULE = {
  expected: 'the address or the absolute path of a module',
  allows: (value) =>
    value instanceof URL ||
    (typeof value === 'string' &&
      (value.startsWith('file:') || path.isAbsolute(value))),
}

const RULES = {
  threads: THREADS,
  concurrency: integer(1, SLOTS / 2),
  maxQueue: integer(1, Infinity),
  timeout: TIME,
  grace: TIME,
  linger: integer(0, 1000),
  nice: integer(0, 19),
  data: CLONEABLE,
  resourceLimits: having('an object with limits'),
  restartDelay: integer(1, LONGEST),
  maxRestartDelay: integer(1, LONGEST),
}

const DEFAULTS = {
  threads: /** @type {number | 'auto'} */ ('auto'),
  concurrency: 1,
  maxQueue: 1000,
  timeout: 0,
  grace: 1000,
  linger: 5,
  nice: 0,
  data: /** @type {unknown} */ (undefined),
  resourceLimits: /** @type {ResourceLimits} */ ({}),
  restartDelay: 100,
  maxRestartDelay: 30_000,
}

/**
 * @param {URL | string} module
 * @param {PoolOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function settingsOf(module, options) {
  checkValue('WorkerPool', 'module', module, MODULE)
  const checked = checkOptions('WorkerPool', options, RULES)
  const settings = { ...DEFAULTS, ...checked }
  const { threads } = settings
  return {
    ...settings,
    module: addressOf(module),
    threads: threads === 'auto' ? spareCores() : threads,
  }
}

/** @typedef {ReturnType<typeof settingsOf>} Settings */

/** All cores but the one that the event loop needs. */
const spareCores = () => Math.max(1, os.availableParallelism() - 1)

/** @param {URL | string} module */
function addressOf(module) {
  if (module instanceof URL) return module.href
  return module.startsWith('file:') ? module : pathToFileURL(module).href
}

const SIGNAL = having('an AbortSignal', 'aborted', 'addEventListener')

const RUN_RULES = {
  transfer: { expected: 'an array', allows: Array.isArray },
  signal: SIGNAL,
  timeout: TIME,
  key: {
    expected: 'a string',
    allows: (/** @type {unknown} */ value) => typeof value === 'string',
  },
}

/** @param {RunOptions} [options] @throws {VelocyError} */
export const checkRun = (options) => checkOptions('run', options, RUN_RULES)

/** @param {{ signal?: AbortSignal }} [options] @throws {VelocyError} */
export const checkRoom = (options) =>
  checkOptions('room', options, { signal: SIGNAL })
