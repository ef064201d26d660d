import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import v8 from 'node:v8'
import {
  boolean,
  checkOptions,
  checkValue,
  having,
  integer,
  oneOf,
} from '../common/options.js'

/** @import { Server } from 'node:http' */
/** @import { Rule } from '../common/options.js' */
/** @import { Schedule } from './schedules.js' */
/** @import { Router } from '../app/router.js' */
/** @import { ServerOptions } from '../app/server.js' */
/** @import { Logger } from '../log/logger.js' */

/** @typedef {Router | Server} Served what answers requests */
/**
 * @typedef {object} AppContext what an app's function is told
 * @property {number} id of the worker's place, from 1
 * @property {number} generation how many reloads there were before it
 * @property {any} data as it was given to serve()
 * @property {AbortSignal} signal aborted when the worker is to leave: for what
 *   does not end by itself, such as streams and upgraded connections
 */
/**
 * @typedef {(context: AppContext) => Served | Promise<Served>} AppFunction
 */
/** @typedef {URL | string | Router | AppFunction} App */

/**
 * @typedef {object} RestartOptions of time in ms
 * @property {number} [delay] before a worker that has crashed is replaced, and
 *   twice as long after each further crash; 100
 * @property {number} [maxDelay] the longest; 30,000
 * @property {number} [healthyAfter] how long a worker must live so that its
 *   place starts anew with `delay`; 10,000
 * @property {number} [breaker] after so many crashes in a row, only one worker
 *   at a time is tried, every `maxDelay`; 5
 */
/**
 * @typedef {object} ClusterOptions of time in ms, where 0 is never
 * @property {number} [port] 8080; 0 picks a free one
 * @property {string} [host] all addresses
 * @property {number | 'auto'} [workers] how many, as many as cores
 * @property {Schedule} [schedule] who gives out connections, `round-robin`
 * @property {unknown} [data] for the app's function; what v8.serialize takes
 * @property {ServerOptions} [server] when the app is a router
 * @property {number} [readyTimeout] how long a worker may take to be ready;
 *   10,000
 * @property {number} [drainTimeout] how long one that leaves may take; 10,000
 * @property {number} [heartbeat] how often a worker tells how it is; 1000
 * @property {number} [hungAfter] how long one may say nothing; 10,000
 * @property {number} [maxAge] how long one lives, a tenth more or less; 0
 * @property {number} [maxMemory] how much one may take, in bytes; 0
 * @property {RestartOptions} [restart]
 * @property {boolean} [signals] whether SIGTERM, SIGINT and SIGHUP are
 *   understood; true
 * @property {Logger} [log] what happens to workers, and what they write
 */

/** In ms. A timer that is set for longer does not wait at all. */
const LONGEST = 2 ** 31 - 1

const TIME = integer(0, LONGEST)
const SOME_TIME = integer(1, LONGEST)

const DEFAULTS = {
  port: 8080,
  host: /** @type {string | undefined} */ (undefined),
  workers: /** @type {number | 'auto'} */ ('auto'),
  schedule: /** @type {Schedule} */ ('round-robin'),
  data: /** @type {unknown} */ (undefined),
  server: /** @type {ServerOptions} */ ({}),
  readyTimeout: 10_000,
  drainTimeout: 10_000,
  heartbeat: 1000,
  hungAfter: 10_000,
  maxAge: 0,
  maxMemory: 0,
  signals: true,
  log: /** @type {Logger | undefined} */ (undefined),
}

const RESTART = {
  delay: 100,
  maxDelay: 30_000,
  healthyAfter: 10_000,
  breaker: 5,
}

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

/** What a process can tell another one. @type {Rule} */
const MESSAGE = {
  expected: 'values without functions, as v8.serialize takes them',
  allows(value) {
    try {
      return v8.serialize(value) !== undefined
    } catch {
      return false
    }
  },
}

const RULES = {
  port: integer(0, 65_535),
  host: HOST,
  workers: WORKERS,
  schedule: oneOf('round-robin', 'shared', 'reusePort'),
  data: MESSAGE,
  server: MESSAGE,
  readyTimeout: TIME,
  drainTimeout: TIME,
  heartbeat: integer(10, LONGEST),
  hungAfter: TIME,
  maxAge: TIME,
  maxMemory: integer(0, Number.MAX_SAFE_INTEGER),
  restart: having('an object with options'),
  signals: boolean,
  log: having('a Logger', 'info', 'warn', 'error'),
}

const RESTART_RULES = {
  delay: SOME_TIME,
  maxDelay: SOME_TIME,
  healthyAfter: SOME_TIME,
  breaker: integer(1, 1000),
}

/**
 * @param {{ heartbeat: number }} settings
 * @returns {Rule} of the time after which a worker counts as hung
 */
const audible = ({ heartbeat }) => ({
  expected: `0, or twice heartbeat (${heartbeat}) at the least`,
  allows: (value) => value === 0 || value >= 2 * heartbeat,
})

/** @type {Rule} */
const APP = {
  expected:
    'the address or the absolute path of a module, a Router, or a function ' +
    'that returns a Router or a server',
  allows: (value) =>
    value instanceof URL ||
    typeof value === 'function' ||
    having('', 'handle').allows(value) ||
    (typeof value === 'string' &&
      (value.startsWith('file:') || path.isAbsolute(value))),
}

/**
 * @param {App} app
 * @param {ClusterOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function settingsOf(app, options) {
  checkValue('serve', 'app', app, APP)
  const { restart, ...checked } = checkOptions('serve', options, RULES)
  const settings = { ...DEFAULTS, ...checked }
  checkValue('serve', 'hungAfter', settings.hungAfter, audible(settings))
  return {
    ...settings,
    app: addressOf(app),
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

/**
 * @param {App} app
 * @returns {string | null} null: it is no module
 */
function addressOf(app) {
  if (app instanceof URL) return app.href
  if (typeof app !== 'string') return null
  return app.startsWith('file:') ? app : pathToFileURL(app).href
}
