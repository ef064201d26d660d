/** A contender's server: started on a free port, ready, and always stopped. */
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { freePort } from '../processes/free-port.js'
import { Group } from './processes.js'

/** The address that servers and clients use. */
export const HOST = '127.0.0.1'

/** What a server that speaks TLS shows, in benchmarks alone. */
export const certificate = {
  TLS_CERT: fileURLToPath(new URL('tls/cert.pem', import.meta.url)),
  TLS_KEY: fileURLToPath(new URL('tls/key.pem', import.meta.url)),
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether something accepts a connection there
 */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: HOST, port })
    const settle = (/** @type {boolean} */ answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(500, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param {object} options
 * @param {string[]} options.command
 * @param {string} [options.cwd]
 * @param {Record<string, string>} [options.env] beside this process's own
 * @param {number[]} [options.cores]
 * @param {number} [options.port]
 * @param {number} [options.readyTimeout] ms
 * @returns {Promise<{ group: Group, port: number, stop: () => Promise<void> }>}
 */
export async function startServer({
  command,
  cwd,
  env = {},
  cores = [],
  port: wanted,
  readyTimeout = 15_000,
}) {
  const port = wanted ?? (await freePort())
  const group = new Group(command, {
    cores,
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...env,
      HOST,
      PORT: String(port),
    },
  })
  const deadline = performance.now() + readyTimeout
  while (!(await accepts(port))) {
    const late = performance.now() > deadline
    if (late || group.ending) {
      await group.stop()
      const what = late
        ? `did not accept a connection within ${readyTimeout / 1000} s`
        : `did not start (${group.ending})`
      throw new Error(
        `The server ${what}: ${command.join(' ')}\n${group.output}`.trim(),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return { group, port, stop: () => group.stop() }
}
