import os from 'node:os'
import {
  checkOptions,
  checkValue,
  having,
  integer,
  time,
} from '../common/options.js'

/** @import { ResourceLimits, Transferable } from 'node:worker_threads' */
/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} PoolOptions times are in ms
 * @property {number | 'auto'} [threads] The most threads there are. Default:
 *   'auto', one fewer than cores.
 * @property {number} [maxQueue] How many tasks may wait. Default: 1000.
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
 * @property {AbortSignal} [signal] Aborts the task, such as
 *   `AbortSignal.timeout(1000)`.
 */

/** @type {Rule} */
const THREADS = {
  expected: "'auto' or an integer from 1 to 1024",
  allows: (value) => value === 'auto' || integer(1, 1024).allows(value),
}

/** @type {Rule} */
const MODULE = {
  expected: "a URL, such as new URL('tasks.js', import.meta.url)",
  allows: (value) => URL.canParse(value),
}

const RULES = {
  threads: THREADS,
  maxQueue: integer(1, 100_000),
  grace: time(),
  linger: integer(0, 1000),
  nice: integer(0, 19),
  resourceLimits: having('an object with limits'),
  restartDelay: time(1),
  maxRestartDelay: time(1),
}

const DEFAULTS = {
  threads: /** @type {number | 'auto'} */ ('auto'),
  maxQueue: 1000,
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
  return { ...settings, threads, module: String(module) }
}

const RUN_RULES = {
  transfer: { expected: 'an array', allows: Array.isArray },
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
}

/** @param {RunOptions} [options] @throws {VelocyError} */
export const checkRun = (options) => checkOptions('run', options, RUN_RULES)
