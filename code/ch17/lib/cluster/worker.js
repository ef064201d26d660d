import { once } from 'node:events'
import { inspect } from 'node:util'
import { createServer } from '../app/server.js'
import { VelocyError } from '../common/errors.js'
import { having } from '../common/options.js'
import { leave } from './drain.js'
import { failureOf } from './failures.js'
import { beat } from './heartbeat.js'
import { outlivePrimary } from './orphan.js'
import { listenTo, self, tell } from './self.js'
import { heedOperator } from './worker-signals.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { Server } from 'node:http' */
/** @import { Start } from './messages.js' */

const ROUTER = having('a Router', 'handle')
const SERVER = having('a server', 'listen', 'close', 'address', 'on')

/**
 * Takes the role of a worker.
 *
 * @param {unknown} [app] what the program itself has given; none: the primary
 *   names a module
 */
export async function work(app) {
  self.isTaken = true
  heedOperator()
  process.on('uncaughtExceptionMonitor', (error) => {
    tell({ velocy: 'failed', failure: failureOf(error, true) })
  })
  try {
    const start = await greet()
    outlivePrimary(start.times.drainTimeout)
    const loaded = start.app === null ? app : await load(start.app)
    const server = await serverOf(loaded, start)
    server.listen(start.listen)
    await once(server, 'listening')
    self.server = server
    const address = /** @type {AddressInfo} */ (server.address())
    tell({ velocy: 'ready', address })
    beat(server, start.times.heartbeat)
    // Whoever has closed it: a worker that accepts nothing is none.
    server.once('close', leave)
  } catch (error) {
    const failure = failureOf(error, false)
    process.send?.({ velocy: 'failed', failure }, undefined, {}, () =>
      process.exit(1),
    )
  }
}

/** @returns {Promise<Start>} */
function greet() {
  return new Promise((resolve) => {
    listenTo((message) => {
      if (message.velocy === 'start') {
        self.start = message.start
        resolve(message.start)
      }
      if (message.velocy === 'drain') leave()
    })
    tell({ velocy: 'hello' })
  })
}

/** @param {string} address */
async function load(address) {
  const module = await import(address)
  if ('default' in module) return module.default
  const names = Object.keys(module).join(', ') || 'nothing'
  throw new VelocyError(
    'ERR_VELOCY_CLUSTER_APP',
    `${address} exports ${names}, expected a default export: \`export default\` ` +
      'of a Router, a server, or a function that returns one',
  )
}

/**
 * @param {any} app
 * @param {Start} start
 * @returns {Promise<Server>}
 */
async function serverOf(app, { id, generation, data, server }) {
  // Those of Express are functions, too, but for requests.
  const isFunction = typeof app === 'function' && !('handle' in app)
  const { signal } = self.leaving
  const context = { id, generation, data, signal }
  const served = isFunction ? await app(context) : app
  if (ROUTER.allows(served)) return createServer(served, server)
  if (!SERVER.allows(served)) throw appError(inspect(served, { depth: 0 }))
  if (served.listening) throw appError('a server that listens already')
  return served
}

/** @param {string} got */
const appError = (got) =>
  new VelocyError(
    'ERR_VELOCY_CLUSTER_APP',
    `The app is ${got}, expected a Router, or a server that does not listen ` +
      'yet, such as createServer(router)',
  )
