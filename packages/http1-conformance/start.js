/** Starts a server by a command, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const HOST = '127.0.0.1'

/** How long it may take until it listens, in ms. */
const PATIENCE = 15_000

/**
 * One that the system gives to nobody who asks for any, or somebody might take
 * it in the meantime.
 *
 * @returns {Promise<number>}
 */
async function freePort() {
  const port = 11_000 + Math.floor(Math.random() * 21_000)
  const server = net.createServer().listen(port, HOST)
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** @param {number} port @returns {Promise<boolean>} */
const accepts = (port) =>
  new Promise((resolve) => {
    const socket = net.connect({ host: HOST, port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * @param {string[]} command with HOST and PORT in its environment
 * @returns {Promise<{ port: number, stop: () => void }>} when it listens
 */
export async function startServer([file, ...args]) {
  const port = await freePort()
  const child = spawn(file, args, {
    env: { ...process.env, HOST, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let ending = ''
  child.once('error', ({ message }) => {
    ending = message
  })
  child.once('exit', (status, signal) => {
    ending = `it ended with ${signal ?? `status ${status}`}`
  })
  const stop = () => {
    child.kill('SIGKILL')
  }
  const deadline = performance.now() + PATIENCE
  while (!(await accepts(port))) {
    const isLate = performance.now() > deadline
    if (isLate) stop()
    if (isLate || ending) {
      const why = ending || `nothing listens after ${PATIENCE / 1000} s`
      throw new Error(`${[file, ...args].join(' ')}: ${why}`)
    }
    await delay(25)
  }
  return { port, stop }
}
