import { once } from 'node:events'
import net from 'node:net'

/**
 * @param {number} [wanted] the port that is preferred; 0 for any
 * @returns {Promise<number>} a port of the loopback interface that nothing
 *   listens on: that one, or another one where it is taken
 */
export async function freePort(wanted = 0) {
  const server = net.createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
