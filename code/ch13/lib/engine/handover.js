import { refuse } from './leaving.js'
import { NO_TUNNEL } from './refusals.js'

/** @import { Connection } from './connection.js' */

/**
 * Gives the socket to whoever speaks the protocol that the client wants to
 * speak from here on.
 *
 * @param {Connection} connection
 * @param {'upgrade' | 'connect'} event
 */
export function handOver(connection, event) {
  const { socket, request, engine } = connection
  const { server } = engine
  connection.request = null
  if (server.listenerCount(event) === 0) return refuse(connection, NO_TUNNEL)
  const rest = connection.leave()
  connection.isHandedOver = true
  connection.output.flush()
  engine.letGo(socket)
  server.emit(event, request, socket, rest)
}
