import { checkValue, having } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Logger } from './logger.js' */

const SERVER_RULE = having('an http.Server', 'prependListener')
const LOG_RULE = having('a Logger', 'info')

/** How many bytes each connection had sent when its last response ended. */
const sent = new WeakMap()

/**
 * Writes a line for each request, when its response is sent or its connection
 * lost. Without this call, requests cost nothing more.
 *
 * @param {import('node:http').Server} server
 * @param {Logger} log
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function logRequests(server, log) {
  checkValue('logRequests', 'server', server, SERVER_RULE)
  checkValue('logRequests', 'log', log, LOG_RULE)
  // First in line, so that nobody has answered or changed the target yet.
  server.prependListener('request', (req, res) => {
    const start = performance.now()
    const { method, url: target, socket } = req
    let bytes = 0
    const count = () => {
      bytes = socket.bytesWritten - (sent.get(socket) ?? 0)
      sent.set(socket, socket.bytesWritten)
    }
    // Before the server's own listener, which lets the next response begin.
    res.prependOnceListener('finish', count)
    res.once('close', () => {
      const aborted = res.writableFinished ? undefined : true
      if (aborted) count()
      const status = res.headersSent ? res.statusCode : 0
      const ms = Math.round((performance.now() - start) * 1000) / 1000
      log.info('request', { method, target, status, bytes, ms, aborted })
    })
  })
}
