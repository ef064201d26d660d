/**
 * WebSocket connections, with as little of the protocol as a client needs that
 * knows what it will be told (RFC 6455).
 */
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import {
  acceptOf,
  requestOf,
} from '../../packages/websocket-conformance/connection.js'
import {
  frame,
  OPCODES,
  Reader,
} from '../../packages/websocket-conformance/frames.js'
import { HOST } from './server.js'

/** The most bytes that come in one read. */
export const READ = 64 * 1024

/** Where all connections read, one after another. */
const room = Buffer.allocUnsafe(READ)

/** How long an answer may take, in ms. */
const PATIENCE = 10_000

/**
 * @typedef {object} Opened
 * @property {net.Socket} socket
 * @property {(chunk: Buffer) => void} receive gets what comes, in a buffer that
 *   the next chunk overwrites
 */
/**
 * @typedef {object} Greeting
 * @property {number} port
 * @property {string} path
 * @property {string} [hello] a message that is sent first, and whose answer
 *   begins alike, as socket.io has it
 */

/**
 * @param {string} text
 * @param {Buffer | null} [key] that masks it, as a client must; a server's has
 *   none
 * @returns {Buffer} the message in one frame
 */
export const textFrame = (text, key = null) =>
  frame(OPCODES.text, text, { mask: key })

/** The messages of a server, as far as they are there. @param {Buffer} bytes */
const textsIn = (bytes) =>
  new Reader(null)
    .read(bytes)
    .filter(({ type }) => type === 'text')
    .map(({ data }) => data.toString())

/**
 * @param {Buffer} received a response, and what came behind it
 * @param {string} key that was sent
 * @returns {Buffer | null} what came behind it; null when it is not complete
 * @throws {Error} when it does not accept
 */
function afterAcceptance(received, key) {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  const accept = acceptOf(key)
  const got = /^sec-websocket-accept: *(.*)$/im.exec(head)?.[1].trim()
  if (head.startsWith('HTTP/1.1 101 ') && got === accept) {
    return received.subarray(end + 4)
  }
  throw new Error(
    `got ${JSON.stringify(head)}, expected 101 and Sec-WebSocket-Accept: ${accept}`,
  )
}

/** @param {Greeting} greeting @returns {Promise<Opened>} when it is greeted */
export async function openSocket({ port, path, hello }) {
  const key = randomBytes(16).toString('base64')
  const onread = {
    buffer: room,
    callback(/** @type {number} */ size) {
      opened.receive(room.subarray(0, size))
      return true
    },
  }
  const socket = net.connect({ host: HOST, port, noDelay: true, onread })
  // It is closed then, and whoever waits is told.
  socket.on('error', () => {})
  /** @type {Opened} */
  const opened = { socket, receive() {} }
  socket.write(requestOf({ host: HOST, port, path }, key))
  const acceptance = (/** @type {Buffer} */ got) => afterAcceptance(got, key)
  const rest = await receive(opened, acceptance)
  if (!hello) return opened
  socket.write(textFrame(hello, randomBytes(4)))
  await receive(
    opened,
    (got) => textsIn(got).some((text) => text.startsWith(hello)) || null,
    rest,
  )
  return opened
}

/**
 * Collects what comes, until it is enough.
 *
 * @template T
 * @param {Opened} opened
 * @param {(received: Buffer) => T | null} use null: it is not enough yet
 * @param {Buffer} [received] before
 * @returns {Promise<T>}
 */
function receive(opened, use, received = Buffer.alloc(0)) {
  const { socket } = opened
  return new Promise((resolve, reject) => {
    const late = () => {
      const got = JSON.stringify(received.toString('latin1', 0, 80))
      reject(new Error(`got ${got}, and nothing more`))
    }
    const timer = setTimeout(late, PATIENCE)
    const settle = () => {
      clearTimeout(timer)
      socket.off('error', reject)
      socket.off('close', late)
    }
    opened.receive = (chunk) => {
      received = Buffer.concat([received, chunk])
      try {
        const used = use(received)
        if (used === null) return
        settle()
        resolve(used)
      } catch (error) {
        settle()
        reject(error)
      }
    }
    socket.on('error', reject)
    socket.on('close', late)
  })
}

/** Waits until a message comes back. @param {Opened} opened @param {string} text */
export async function ask(opened, text) {
  const wanted = textFrame(text)
  opened.socket.write(textFrame(text, randomBytes(4)))
  await receive(opened, (got) => {
    if (got.equals(wanted)) return got
    if (got.length < wanted.length) return null
    const [one, other] = [got, wanted].map((each) =>
      each.toString('hex', 0, 80),
    )
    throw new Error(`got the bytes ${one}, expected ${other}`)
  })
}
