import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  boolean,
  checkOptions,
  checkValue,
  having,
  integer,
  time,
} from '../common/options.js'

/** @import { Rule } from '../common/options.js' */
/** @import { Logger } from '../log/logger.js' */

/**
 * @typedef {object} RestartOptions in ms
 * @property {number} [delay] How long to wait before a crashed worker is
 *   replaced, in ms; it doubles with each further crash. Default: 100.
 * @property {number} [maxDelay] The longest wait, in ms. Default: 30,000.
 * @property {number} [healthyAfter] How long a worker has to live to end the
 *   row of crashes, in ms. Default: 10,000.
 */
/**
 * @typedef {object} ClusterOptions times are in ms
 * @property {number} [port] The port; 0 picks a free one. Default: 8080.
 * @property {string} [host] The address to listen on. Default: all addresses.
 * @property {number | 'auto'} [workers] Number of workers; 'auto' is one per
 *   core. Default: 'auto'.
 * @property {unknown} [data] Given to the app's function, as structuredClone
 *   copies it.
 * @property {number} [readyTimeout] How long a worker may take to become ready,
 *   in ms. Default: 10,000.
 * @property {number} [drainDelay] How long close() waits before the workers
 *   leave, in ms, while health() says that they will: for proxies to see it.
 *   Default: 0.
 * @property {number} [drainTimeout] How long a worker may take to finish its
 *   requests, in ms. Default: 10,000.
 * @property {number} [hungAfter] How long a worker may be silent before it
 *   counts as hung, in ms. Default: 10,000.
 * @property {RestartOptions} [restart] How crashed workers are replaced.
 * @property {boolean} [signals] Whether SIGTERM and SIGINT close the cluster,
 *   and SIGHUP reloads it. Default: true.
 * @property {Logger} [log] Logs what happens to workers. Default: failures are
 *   printed.
 * @property {{ write: (line: string) => unknown }} [output] Where the workers'
 *   standard output goes, line by line. Default: they share ours.
 */

const DEFAULTS = {
  port: 8080,
  host: /** @type {string | undefined} */ (undefined),
  workers: /** @type {number | 'auto'} */ ('auto'),
  data: /** @type {unknown} */ (undefined),
  readyTimeout: 10_000,
  drainDelay: 0,
  drainTimeout: 10_000,
  hungAfter: 10_000,
  signals: true,
  log: /** @type {ClusterOptions['log']} */ (undefined),
  output: /** @type {ClusterOptions['output']} */ (undefined),
}

const RESTART = { delay: 100, maxDelay: 30_000, healthyAfter: 10_000 }

const TIME = time(1)

/** @type {Rule} */
const WORKERS = {
  expected: "'auto' or an integer from 1 to 1024",
  allows: (value) => value === 'auto' || integer(1, 1024).allows(value),
}

/** @type {Rule} */
const HOST = {
  expected: 'a name or an address',
  allows: (value) => typeof value === 'string' && value !== '',
}

/** @type {Rule} */
const DATA = {
  expected: 'values that structuredClone can copy',
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
const APP = {
  expected: 'the URL or the absolute path of a module',
  allows: (value) =>
    value instanceof URL ||
    (typeof value === 'string' &&
      (value.startsWith('file:') || path.isAbsolute(value))),
}

const RULES = {
  port: integer(0, 65_535),
  host: HOST,
  workers: WORKERS,
  data: DATA,
  readyTimeout: TIME,
  drainDelay: time(),
  drainTimeout: TIME,
  hungAfter: TIME,
  restart: having('an object with options'),
  signals: boolean,
  log: having('a Logger', 'info', 'warn', 'error'),
  output: having('something to write to', 'write'),
}

const RESTART_RULES = { delay: TIME, maxDelay: TIME, healthyAfter: TIME }

/**
 * @param {URL | string} app
 * @param {ClusterOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function settingsOf(app, options) {
  checkValue('serve', 'app', app, APP)
  const { restart, ...given } = checkOptions('serve', options, RULES)
  const settings = { ...DEFAULTS, ...given }
  return {
    ...settings,
    app: path.isAbsolute(String(app))
      ? pathToFileURL(String(app)).href
      : String(app),
    data: structuredClone(settings.data),
    workers:
      settings.workers === 'auto'
        ? os.availableParallelism()
        : settings.workers,
    restart: {
      ...RESTART,
      ...checkOptions('serve: restart', restart, RESTART_RULES),
    },
  }
}

/** @typedef {ReturnType<typeof settingsOf>} Settings */
