import { checkValue, having } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Logger } from './logger.js' */

const SERVER_RULE = having('an http.Server', 'prependListener')
const LOG_RULE = having('a Logger', 'info')

/** How many bytes each connection had sent when its last response ended. */
const sent = new WeakMap()

/** @type {WeakMap<object, Logger[]>} by server */
const logs = new WeakMap()

let isSubscribed = false

/**
 * Writes a line for each request, when its response is sent or its connection
 * lost, and also for those that node:http answers by itself. Logging upgrades
 * is up to the code that listens to them. Without this call, requests cost
 * nothing extra.
 *
 * @param {import('node:http').Server} server
 * @param {Logger} log
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function logRequests(server, log) {
  checkValue('logRequests', 'server', server, SERVER_RULE)
  checkValue('logRequests', 'log', log, LOG_RULE)
  const present = logs.get(server)
  if (present) {
    present.push(log)
    return
  }
  logs.set(server, [log])
  server.prependListener('connect', logConnect)
  if (isSubscribed) return
  isSubscribed = true
  // Loaded here, because only programs that log requests need it.
  process
    .getBuiltinModule('node:diagnostics_channel')
    .subscribe('http.server.request.start', logRequest)
}

/**
 * Called before anybody has answered or changed the target, even for requests
 * that have no event of their own.
 *
 * @param {any} message
 */
function logRequest({ server, request, response: res }) {
  const targets = logs.get(server)
  if (targets === undefined) return
  const { count, write } = begin(request, targets)
  // Before the server's own listener, which lets the next response begin.
  res.prependOnceListener('finish', count)
  res.once('close', () => {
    const aborted = res.writableFinished ? undefined : true
    if (aborted) count()
    write(res.headersSent ? res.statusCode : 0, aborted)
  })
}

/**
 * A CONNECT request comes without a response object.
 *
 * @this {import('node:http').Server}
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:stream').Duplex} socket
 */
function logConnect(req, socket) {
  const { count, write } = begin(req, logs.get(this) ?? [])
  const isRefused = this.listenerCount('connect') === 1
  socket.once('close', () => {
    count()
    write(0, isRefused || undefined)
  })
  // node:http does this when nobody listens, and we don't count.
  if (isRefused) socket.destroy()
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {Logger[]} targets
 */
function begin(req, targets) {
  const start = performance.now()
  const { method, url: target, socket } = req
  let bytes = 0
  const count = () => {
    bytes = socket.bytesWritten - (sent.get(socket) ?? 0)
    sent.set(socket, socket.bytesWritten)
  }
  /** @param {number} status @param {true} [aborted] */
  const write = (status, aborted) => {
    const ms = Math.round((performance.now() - start) * 1000) / 1000
    const line = { method, target, status, bytes, ms, aborted }
    for (const log of targets) log.info('request', line)
  }
  return { count, write }
}
