/** Connections that ask once, and stay. */
import net from 'node:net'
import { parseResponse } from './exchange.js'
import { HOST } from './server.js'
import { ask, openSockets } from './web-socket.js'

/** How many are opened at once. */
const AT_ONCE = 100

/** How long a server is left alone before its memory is read, in ms. */
const SETTLING = 500

/**
 * @param {number} port
 * @param {string} text
 * @returns {Promise<net.Socket>} when it is answered
 */
const open = (port, text) =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const socket = net.connect({ host: HOST, port }, () => socket.write(text))
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received = Buffer.concat([received, chunk])
      if (parseResponse(received)) resolve(socket)
    })
    socket.on('error', reject)
    socket.setTimeout(5000, () => reject(new Error('no answer within 5 s')))
  })

/**
 * @param {number} port
 * @param {import('./definitions.js').Request} request
 * @param {number} count
 */
export async function openIdle(port, { method = 'GET', path }, count) {
  const text = `${method} ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n\r\n`
  /** @type {net.Socket[]} */
  const sockets = []
  while (sockets.length < count) {
    const length = Math.min(AT_ONCE, count - sockets.length)
    const opening = Array.from({ length }, () => open(port, text))
    sockets.push(...(await Promise.all(opening)))
  }
  return settled(sockets)
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
  const opened = await openSockets(greeting, count, AT_ONCE)
  for (const one of opened) await ask(one, text)
  return settled(opened.map(({ socket }) => socket))
}

/**
 * The same of event streams, each of which has begun.
 *
 * @param {number} port
 * @param {string} path
 * @param {number} count
 */
export async function openIdleStreams(port, path, count) {
  const text = `GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n\r\n`
  /** @type {net.Socket[]} */
  const sockets = []
  while (sockets.length < count) {
    const length = Math.min(AT_ONCE, count - sockets.length)
    const opening = Array.from({ length }, () => openStream(port, text))
    sockets.push(...(await Promise.all(opening)))
  }
  return settled(sockets)
}

/**
 * @param {number} port
 * @param {string} text
 * @returns {Promise<net.Socket>} when its first line has come
 */
const openStream = (port, text) =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = net.connect({ host: HOST, port }, () => socket.write(text))
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk
      if (received.includes('\n\n')) resolve(socket)
    })
    socket.on('error', reject)
    setTimeout(() => {
      reject(new Error(`got ${JSON.stringify(received)}, expected an event`))
    }, 5000).unref()
  })

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
