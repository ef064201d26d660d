import { current } from '../common/current.js'
import { checkValue, having } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Logger } from './logger.js' */

const SERVER_RULE = having('an http.Server', 'prependListener')
const LOG_RULE = having('a Logger', 'info')

/** How many bytes each connection had sent when its last response ended. */
const sent = new WeakMap()

/** @type {WeakMap<object, Logger>} by server */
const logs = new WeakMap()

let isSubscribed = false

/**
 * Writes a line for each request when its response is sent or its connection
 * lost, and also for requests that node:http answers by itself: its `method`,
 * `target`, `status`, `bytes` and `ms`. A request that goes to an `upgrade` or a
 * `connect` listener has no response, and leaves no line. Without this call,
 * requests cost nothing extra.
 *
 * @param {import('node:http').Server} server
 * @param {Logger} log
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function logRequests(server, log) {
  checkValue('logRequests', 'server', server, SERVER_RULE)
  checkValue('logRequests', 'log', log, LOG_RULE)
  logs.set(server, log)
  if (isSubscribed) return
  isSubscribed = true
  // Loaded here, because only programs that log requests need it.
  process
    .getBuiltinModule('node:diagnostics_channel')
    .subscribe('http.server.request.start', logRequest)
}

/**
 * Called before any listener has answered the request or changed its URL.
 *
 * @param {any} message
 */
function logRequest({ server, request, response }) {
  const log = logs.get(server)
  if (log === undefined) return
  const start = performance.now()
  const { method, url: target, socket } = request
  let bytes = 0
  const count = () => {
    // Our own engine counts them: it may send several responses at once.
    bytes =
      /** @type {any} */ (response).bytesWritten ??
      socket.bytesWritten - (sent.get(socket) ?? 0)
    sent.set(socket, socket.bytesWritten)
  }
  // Ahead of the server's own listener, which lets the next response begin.
  response.prependOnceListener('finish', count)
  response.once('close', () => {
    const aborted = response.writableFinished ? undefined : true
    if (aborted) count()
    const status = response.headersSent ? response.statusCode : 0
    const ms = Math.round((performance.now() - start) * 1000) / 1000
    const { id } = request
    const fields = { id, method, target, status, bytes, ms, aborted }
    current.run(request, () => log.info('request', fields))
  })
}
