import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkOptions, checkValue, having, integer } from '../common/options.js'

/** @import { ResourceLimits, Transferable } from 'node:worker_threads' */
/** @import { Rule } from '../common/options.js' */

/** The longest time of a timer, in ms. */
const LONGEST = 2 ** 31 - 1

/**
 * @typedef {object} PoolOptions times are in ms
 * @property {number | 'auto'} [threads] The most threads there are. Default:
 *   'auto', one fewer than cores.
 * @property {number} [maxQueue] How many tasks may wait. Default: 1000.
 * @property {number} [timeout] How long a task may take once it is queued, in
 *   ms; 0 means no limit. Default: 0.
 * @property {number} [grace] How long an aborted task may go on before its
 *   thread is ended, in ms. Default: 1000.
 * @property {number} [linger] How long an idle thread waits for its next task
 *   with its event loop standing still, in ms, because it is woken sooner
 *   there. Default: 5.
 * @property {number} [nice] By how much the threads' priority is lowered, from
 *   0 to 19; on Linux only. Default: 0.
 * @property {ResourceLimits} [resourceLimits] Limits of each thread.
 * @property {number} [restartDelay] How long to wait before a crashed thread is
 *   replaced, in ms; it doubles with each further crash. Default: 100.
 * @property {number} [maxRestartDelay] The longest wait, in ms. Default:
 *   30,000.
 */

/**
 * @typedef {object} RunOptions
 * @property {readonly Transferable[]} [transfer] What of the value is given
 *   away instead of copied.
 * @property {AbortSignal} [signal] Aborts the task.
 * @property {number} [timeout] How long the task may take, in ms. Default: the
 *   pool's.
 */

const TIME = integer(0, LONGEST)
const DELAY = integer(1, LONGEST)

/** @type {Rule} */
const THREADS = {
  expected: "'auto' or an integer from 1 to 1024",
  allows: (value) => value === 'auto' || integer(1, 1024).allows(value),
}

/** @type {Rule} */
const MODULE = {
  expected: 'the URL or the absolute path of a module',
  allows: (value) =>
    value instanceof URL ||
    (typeof value === 'string' &&
      (value.startsWith('file:') || path.isAbsolute(value))),
}

const RULES = {
  threads: THREADS,
  maxQueue: integer(1, 100_000),
  timeout: TIME,
  grace: TIME,
  linger: integer(0, 1000),
  nice: integer(0, 19),
  resourceLimits: having('an object with limits'),
  restartDelay: DELAY,
  maxRestartDelay: DELAY,
}

const DEFAULTS = {
  threads: /** @type {number | 'auto'} */ ('auto'),
  maxQueue: 1000,
  timeout: 0,
  grace: 1000,
  linger: 5,
  nice: 0,
  resourceLimits: /** @type {ResourceLimits} */ ({}),
  restartDelay: 100,
  maxRestartDelay: 30_000,
}

/** @typedef {ReturnType<typeof settingsOf>} Settings */

/**
 * @param {URL | string} module
 * @param {PoolOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function settingsOf(module, options) {
  checkValue('WorkerPool', 'module', module, MODULE)
  const checked = checkOptions('WorkerPool', options, RULES)
  const settings = { ...DEFAULTS, ...checked }
  // One core is for the event loop.
  const spare = Math.max(1, os.availableParallelism() - 1)
  const threads = settings.threads === 'auto' ? spare : settings.threads
  const isPath = typeof module === 'string' && path.isAbsolute(module)
  const url = isPath ? pathToFileURL(module) : module
  return { ...settings, threads, module: String(url) }
}

const RUN_RULES = {
  transfer: { expected: 'an array', allows: Array.isArray },
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
  timeout: TIME,
}

/** @param {RunOptions} [options] @throws {VelocyError} */
export const checkRun = (options) => checkOptions('run', options, RUN_RULES)
