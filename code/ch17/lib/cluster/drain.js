import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tellFigures } from './heartbeat.js'
import { listenTo, self, tell } from './self.js'

/** @import { Server } from 'node:http' */

/** In ms: the primary's patience is shorter. */
const LONGEST = 2 ** 31 - 1

/** How many a queue holds, twice: of one that fills again, not more are taken. */
const QUEUED = 2 * 511

/** Whether this worker is leaving. */
let isLeaving = false

/**
 * Ends what is under way, and then this process: with code 0, when all clients
 * have what they have asked for. The primary sees to it that it does not take
 * for ever.
 */
export async function leave() {
  if (isLeaving) return
  isLeaving = true
  self.leaving.abort()
  const { server, start } = self
  // One that is not ready has nothing under way.
  if (!server) process.exit(0)
  if (start?.listen.reusePort) await emptyQueue(server)
  await Promise.all([close(server), sayGoodbye()])
  await tellFigures()
  exit()
}

/** @param {Server & { closeTimeout?: number }} server */
function close(server) {
  // Its own patience is for a server without a primary.
  if ('closeTimeout' in server) server.closeTimeout = LONGEST
  else sayGoodbyeFirst(server)
  return new Promise((resolve) => server.close(resolve))
}

/** How often somebody looks for connections that are idle, in ms. */
const QUIET = 200

/**
 * That of Node.js goes on for whoever asks again and again, and cuts off at once
 * whoever seems idle: their next request may be on its way.
 *
 * @param {Server} server
 */
function sayGoodbyeFirst(server) {
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false
  })
  const { closeIdleConnections } = server
  server.closeIdleConnections = () => {}
  const look = () => closeIdleConnections?.call(server)
  // Where the loop has stood still, what has come meanwhile is read first.
  setInterval(() => setImmediate(look), QUIET).unref()
}

/**
 * The kernel has given connections to a socket of our own, and would reset them
 * when that closes. Each turn of the event loop accepts one.
 *
 * @param {Server} server
 */
async function emptyQueue(server) {
  let count = 0
  const increment = () => count++
  server.on('connection', increment)
  for (let before = -1; before < count && count < QUEUED; ) {
    before = count
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', increment)
}

/**
 * The primary may have sent a connection before it heard that there is nobody
 * for it here. What it sends in answer comes behind that: node:cluster has
 * given the connection back by then, and another worker gets it.
 */
async function sayGoodbye() {
  if (!process.connected) return
  /** @type {PromiseWithResolvers<void>} */
  const { promise, resolve } = Promise.withResolvers()
  listenTo(({ velocy }) => velocy === 'goodbye' && resolve())
  tell({ velocy: 'leaving' })
  await Promise.race([promise, once(process, 'disconnect')])
}

/** Not before all that this worker has said is on its way. */
function exit() {
  for (const say of self.lastWords) say()
  if (!process.connected) process.exit(0)
  process.send?.({ velocy: 'left' }, undefined, {}, () => process.exit(0))
}
