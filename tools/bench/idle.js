/** Connections that ask once, and stay. */
import net from 'node:net'
import { parseResponse } from './exchange.js'
import { HOST } from './server.js'
import { openSocket, ask as say } from './web-socket.js'

/** How many are opened at once. */
const AT_ONCE = 100

/** How long a server is left alone before its memory is read, in ms. */
const SETTLING = 500

/**
 * Opens so many connections, some at a time.
 *
 * @template Opened
 * @param {number} count
 * @param {() => Promise<Opened>} open one
 */
export async function openAll(count, open) {
  /** @type {Opened[]} */
  const all = []
  while (all.length < count) {
    const length = Math.min(AT_ONCE, count - all.length)
    all.push(...(await Promise.all(Array.from({ length }, open))))
  }
  return all
}

/**
 * @param {number} port
 * @param {string} text
 * @param {(received: Buffer) => unknown} isAnswered
 * @returns {Promise<net.Socket>} when it is answered
 */
const ask = (port, text, isAnswered) =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const socket = net.connect({ host: HOST, port }, () => socket.write(text))
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received = Buffer.concat([received, chunk])
      if (isAnswered(received)) resolve(socket)
    })
    socket.on('error', reject)
    socket.setTimeout(5000, () => {
      const got = JSON.stringify(received.toString('latin1', 0, 80))
      reject(new Error(`got ${got} within 5 s, expected an answer`))
    })
  })

/** Whether a stream of events has begun. @param {Buffer} received */
export const hasBegun = (received) => received.includes('\n\n')

/**
 * @param {number} port
 * @param {import('./definitions.js').Request} request
 * @param {number} count
 * @param {((received: Buffer) => unknown) | undefined} isAnswered
 */
export async function openIdle(port, request, count, isAnswered) {
  const { method = 'GET', path } = request
  const text = `${method} ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n\r\n`
  const open = () => ask(port, text, isAnswered ?? parseResponse)
  return settled(await openAll(count, open))
}

/**
 * The same of WebSocket connections, each of which sends a message and gets it
 * back.
 *
 * @param {import('./web-socket.js').Greeting} greeting
 * @param {string} text
 * @param {number} count
 */
export async function openIdleSockets(greeting, text, count) {
  const opened = await openAll(count, () => openSocket(greeting))
  for (const one of opened) await say(one, text)
  return settled(opened.map(({ socket }) => socket))
}

/** @param {net.Socket[]} sockets */
async function settled(sockets) {
  await new Promise((resolve) => setTimeout(resolve, SETTLING))
  return {
    /** How many the server has closed meanwhile. */
    lost: () =>
      sockets.filter(({ readyState }) => readyState !== 'open').length,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
