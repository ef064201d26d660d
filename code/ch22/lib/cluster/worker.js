import cluster from 'node:cluster'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { createServer } from '../app/server.js'
import { unready } from '../common/closing.js'
import { VelocyError } from '../common/errors.js'
import { having } from '../common/options.js'
import { failureOf, listenTo, tell } from './channel.js'
import { beat, tellFigures } from './metrics.js'

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Router } from '../app/router.js' */
/** @import { Start } from './channel.js' */

/** @typedef {Router | Server} Served */
/**
 * @typedef {object} AppContext what an app's function is given
 * @property {number} id of the worker, from 1
 * @property {number} generation how many reloads came before it
 * @property {any} data as it was given to serve()
 * @property {AbortSignal} signal aborted when the worker is to leave: for what
 *   does not end by itself, such as streams and upgraded connections
 */
/**
 * @typedef {(context: AppContext) => Served | Promise<Served>} AppFunction what
 *   a module for serve() may export, besides a Router or a server
 */

const ROUTER = having('a Router', 'handle')
const SERVER = having('a server', 'listen', 'close', 'address', 'on')

/** @type {Start | undefined} */
let start
/** @type {(Server & { closeTimeout?: number }) | undefined} */
let server
/** Aborted when this worker is to leave. */
const leaving = new AbortController()

/** The program of each worker. */
async function work() {
  process.on('uncaughtExceptionMonitor', (error) => {
    const isFatal = process.listenerCount('uncaughtException') === 0
    if (isFatal) tell({ velocy: 'failed', failure: failureOf(error) })
  })
  try {
    start = await greet()
    server = await serverOf(await load(start.app), start)
    server.listen(start.listen)
    await once(server, 'listening')
    const address = /** @type {AddressInfo} */ (server.address())
    // An app may have closed it.
    server.once('close', leave)
    tell({ velocy: 'ready', address, isSecure: 'setSecureContext' in server })
    beat(server, start.heartbeat)
  } catch (error) {
    const message = { velocy: 'failed', failure: failureOf(error) }
    process.send?.(message, undefined, {}, () => process.exit(1))
  }
}
work()

/** @returns {Promise<Start>} */
function greet() {
  return new Promise((resolve) => {
    listenTo((message) => {
      if (message.velocy === 'start') resolve(message.start)
      if (message.velocy === 'unready' && server) unready.add(server)
      if (message.velocy === 'drain') leave()
    })
    tell({ velocy: 'hello' })
  })
}

/** @param {string} url */
async function load(url) {
  const module = await import(url)
  if ('default' in module) return module.default
  const names = Object.keys(module).join(', ') || 'nothing'
  throw new VelocyError(
    'ERR_VELOCY_CLUSTER_APP',
    `${url} exports ${names}, expected a default export: a Router, a server, ` +
      'or a function that returns one',
  )
}

/**
 * @param {any} app
 * @param {Start} start
 * @returns {Promise<Server>}
 */
async function serverOf(app, { id, generation, data }) {
  const { signal } = leaving
  const served =
    typeof app === 'function'
      ? await app({ id, generation, data, signal })
      : app
  if (ROUTER.allows(served)) return createServer(served)
  if (SERVER.allows(served) && !served.listening) return served
  const got = served?.listening
    ? 'a server that listens already'
    : inspect(served, { depth: 0 })
  throw new VelocyError(
    'ERR_VELOCY_CLUSTER_APP',
    `The app is ${got}, expected a Router, or a server that does not listen ` +
      'yet, such as createServer(router)',
  )
}

/** In ms: the primary sets the limit. */
const LONGEST = 2 ** 31 - 1

/** Finishes the requests, and ends the process with code 0. */
async function leave() {
  if (leaving.signal.aborted) return
  leaving.abort()
  if (!server) return exit()
  server.closeTimeout = LONGEST
  await new Promise((resolve) => server?.close(resolve))
  await tellFigures(server)
  if (!process.connected) return exit()
  process.once('disconnect', exit)
  // Connections that the primary has sent meanwhile go to other workers.
  cluster.worker?.disconnect()
}

/** Not before all output has been written. */
function exit() {
  process.stdout.write('', () => process.exit(0))
}

/**
 * A terminal sends its signals to all processes: the primary decides. A SIGTERM
 * takes as long as the primary's, which may have come, too.
 */
function heedSignals() {
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  process.on('SIGTERM', () => setTimeout(leaveInTime, start?.drainDelay))
}
heedSignals()

/** Leaves when the primary doesn't watch the clock. */
function leaveInTime() {
  setTimeout(() => process.exit(1), start?.drainTimeout).unref()
  leave()
}

/** A worker whose primary has died finishes its requests, and leaves. */
function outlivePrimary() {
  // Its output and its messages have nowhere to go.
  process.stdout.on('error', () => {})
  cluster.worker?.on('error', () => {})
  process.prependOnceListener('disconnect', () => {
    leaveInTime()
    // Or node:cluster would end the process now.
    cluster.worker?.disconnect()
  })
}
outlivePrimary()
