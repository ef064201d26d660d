import { once } from 'node:events'
import net from 'node:net'

/**
 * A program that asks for any port is given a higher one by the system, so that
 * it doesn't take one of these in the meantime. No browser refuses them.
 */
const [FIRST, LAST] = [11_000, 32_767]

const anyPort = () => FIRST + Math.floor(Math.random() * (LAST - FIRST + 1))

/**
 * @param {number} [wanted] the port that is preferred; 0 for any
 * @returns {Promise<number>} a port of the loopback interface that nothing
 *   listens on: that one, or another one where it is taken
 */
export async function freePort(wanted = 0) {
  const port = wanted || anyPort()
  const server = net.createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
