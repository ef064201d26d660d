import { refuse } from './leaving.js'
import { NO_TUNNEL } from './refusals.js'

/** @import { Connection } from './connection.js' */
/** @import { Head } from './head.js' */

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/**
 * Gives the socket to whoever speaks the protocol that the client wants to
 * speak from here on.
 *
 * @param {Connection} connection
 * @param {'upgrade' | 'connect'} event
 * @param {Head} head
 */
export function handOver(connection, event, head) {
  const { socket, request, engine } = connection
  const { server } = engine
  connection.request = null
  if (server.listenerCount(event) === 0) return refuse(connection, NO_TUNNEL)
  const rest = connection.leave()
  connection.isHandedOver = true
  // It is told to continue first, although there is no body (RFC 9110 §7.8).
  if (head.expectsContinue) connection.output.add(CONTINUE)
  connection.output.flush()
  engine.letGo(socket.setTimeout(0))
  server.emit(event, request, socket, rest)
}
