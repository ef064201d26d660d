/**
 * WebSocket connections, with as little of the protocol as a client needs that
 * knows what it will be told (RFC 6455).
 */
import { hash, randomBytes } from 'node:crypto'
import net from 'node:net'
import { HOST } from './server.js'

/** What an accepted key is hashed with (RFC 6455 §1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** The first byte of a text message in one frame. */
const TEXT = 0x81

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
 * @param {Buffer} [key] that masks it, as a client must; a server's has none
 * @returns {Buffer} the message in one frame
 */
export function textFrame(text, key) {
  const payload = Buffer.from(text)
  const size = payload.length
  const extra = size < 126 ? 0 : size < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + extra)
  head[0] = TEXT
  head[1] = (key ? 0x80 : 0) | (extra === 0 ? size : extra === 2 ? 126 : 127)
  if (extra === 2) head.writeUInt16BE(size, 2)
  if (extra === 8) head.writeBigUInt64BE(BigInt(size), 2)
  if (!key) return Buffer.concat([head, payload])
  for (let at = 0; at < size; at++) payload[at] ^= key[at & 3]
  return Buffer.concat([head, key, payload])
}

/**
 * @param {Buffer} bytes text frames of a server, none of 64 KiB or more
 * @returns {string[]} their messages, as far as they are there
 */
function shortTexts(bytes) {
  const texts = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const isLong = bytes[at + 1] > 125
    const size = isLong ? bytes.readUInt16BE(at + 2) : bytes[at + 1]
    const start = at + (isLong ? 4 : 2)
    if (start + size > bytes.length) break
    texts.push(bytes.toString('utf8', start, start + size))
    at = start + size
  }
  return texts
}

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
  const accept = hash('sha1', key + GUID, 'base64')
  const got = /^sec-websocket-accept: *(.*)$/im.exec(head)?.[1].trim()
  if (head.startsWith('HTTP/1.1 101 ') && got === accept) {
    return received.subarray(end + 4)
  }
  throw new Error(
    `got ${JSON.stringify(head)}, expected 101 and Sec-WebSocket-Accept: ${accept}`,
  )
}

/**
 * Opens a connection.
 *
 * @param {Greeting} greeting
 * @returns {Promise<Opened>} when it is accepted and greeted
 */
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
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: ${HOST}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const acceptance = (/** @type {Buffer} */ got) => afterAcceptance(got, key)
  const rest = await receive(opened, acceptance)
  if (!hello) return opened
  socket.write(textFrame(hello, randomBytes(4)))
  await receive(
    opened,
    (got) => shortTexts(got).some((text) => text.startsWith(hello)) || null,
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

/**
 * Opens so many connections, some at a time.
 *
 * @param {Greeting} greeting
 * @param {number} count
 * @param {number} [atOnce]
 */
export async function openSockets(greeting, count, atOnce = 100) {
  /** @type {Opened[]} */
  const all = []
  while (all.length < count) {
    const length = Math.min(atOnce, count - all.length)
    const opening = Array.from({ length }, () => openSocket(greeting))
    all.push(...(await Promise.all(opening)))
  }
  return all
}

/**
 * Sends a message, and waits until it comes back.
 *
 * @param {Opened} opened
 * @param {string} text
 */
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
