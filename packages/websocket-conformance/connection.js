/** A connection to a server of WebSocket, over a raw socket. */
import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Compression, frame, OPCODES, Reader } from './frames.js'

/** @import { Event } from './frames.js' */

/**
 * @typedef {object} Place
 * @property {string} [host]
 * @property {number} port
 * @property {string} [path]
 * @property {number} [patience] how long a server may be silent, in ms
 */

const LOCAL = '127.0.0.1'

/** Of RFC 6455 §1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/**
 * @param {Place} place
 * @param {string} key
 * @param {string} [offer] Sec-WebSocket-Extensions
 * @returns {string} a request for a WebSocket
 */
export function requestOf({ host = LOCAL, port, path = '/' }, key, offer) {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
  ]
  if (offer) lines.push(`Sec-WebSocket-Extensions: ${offer}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** @param {string} key @returns {string} what a server accepts it with */
export const acceptOf = (key) =>
  createHash('sha1')
    .update(key + GUID)
    .digest('base64')

export class Connection {
  /** @type {Event[]} what has come, without close frames */
  events = []
  /** @type {number | null | undefined} of their close frame; null: it has none */
  code
  /** Whether they closed before we did. */
  isTheirs = false
  isEnded = false
  /** How we compress, if both sides want to. @type {Compression | null} */
  compression = null
  #isClosing = false
  #wake = () => {}

  /** @param {net.Socket} socket */
  constructor(socket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('close', () => this.#end())
    socket.on('end', () => this.#end())
  }

  #end() {
    if (!this.isEnded && !this.#isClosing) this.isTheirs = true
    this.isEnded = true
    this.#wake()
  }

  /** @param {Reader} reader */
  listen(reader) {
    this.socket.on('data', (chunk) => {
      for (const event of reader.read(/** @type {Buffer} */ (chunk))) {
        if (event.type === 'close') this.#closeBy(event.data)
        else this.events.push(event)
      }
      this.#wake()
    })
  }

  /** @param {Buffer} data */
  #closeBy(data) {
    if (this.code !== undefined) return
    this.code = data.length < 2 ? null : data.readUInt16BE()
    if (this.#isClosing) return
    this.isTheirs = true
    this.socket.write(frame(OPCODES.close, data))
  }

  /** @param {number} code */
  close(code) {
    const payload = Buffer.from([code >> 8, code & 255])
    this.socket.write(frame(OPCODES.close, payload))
    this.sentClose()
  }

  /** A close frame is among what is sent. */
  sentClose() {
    this.#isClosing = true
  }

  /**
   * @param {() => boolean} isTrue asked when something has come
   * @param {number} patience ms of silence
   * @returns {Promise<boolean>} false: the server was silent
   */
  async until(isTrue, patience) {
    while (!isTrue()) {
      const isSilent = await new Promise((resolve) => {
        const timer = setTimeout(resolve, patience, true)
        this.#wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
      })
      if (isSilent && !isTrue()) return false
    }
    return true
  }

  /** @param {Buffer} bytes in a packet of their own, if possible */
  async send(bytes) {
    if (!this.socket.writable) return
    await new Promise((resolve) => this.socket.write(bytes, resolve))
    await nextTurn()
  }
}

/**
 * @param {Place} place
 * @param {string} [offer] Sec-WebSocket-Extensions
 * @returns {Promise<Connection>}
 * @throws {Error} if the handshake fails
 */
export async function connect(place, offer) {
  const { host = LOCAL, port } = place
  const socket = net.connect({ host, port, noDelay: true })
  const key = randomBytes(16).toString('base64')
  socket.write(requestOf(place, key, offer))
  const { head, rest } = await headOf(socket)
  const isRight =
    /^HTTP\/1.1 101 /.test(head) && fieldOf(head, 'accept') === acceptOf(key)
  if (!isRight) {
    socket.destroy()
    throw new Error(
      `got ${JSON.stringify(head.slice(0, 300))}, expected a handshake`,
    )
  }
  const connection = new Connection(socket)
  const agreed = fieldOf(head, 'extensions')
  const bits = (/** @type {string} */ side) =>
    Number(
      new RegExp(`${side}_max_window_bits="?(\\d+)`).exec(agreed)?.[1] ?? 15,
    )
  const keeps = (/** @type {string} */ side) =>
    !agreed.includes(`${side}_no_context_takeover`)
  const theirs = agreed && new Compression(bits('server'), keeps('server'))
  if (agreed)
    connection.compression = new Compression(bits('client'), keeps('client'))
  connection.listen(new Reader(theirs || null))
  if (rest.length > 0) socket.unshift(rest)
  return connection
}

/** @param {string} head @param {string} name */
const fieldOf = (head, name) =>
  new RegExp(`^sec-websocket-${name}: *(.*)$`, 'im').exec(head)?.[1].trim() ??
  ''

/**
 * @param {net.Socket} socket
 * @returns {Promise<{ head: string, rest: Buffer }>}
 */
function headOf(socket) {
  let bytes = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const failed = () =>
      reject(new Error('the connection ended in the handshake'))
    socket.once('error', reject)
    socket.once('close', failed)
    socket.on('data', function read(chunk) {
      bytes = Buffer.concat([bytes, /** @type {Buffer} */ (chunk)])
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1) return
      socket.off('data', read)
      socket.off('error', reject)
      socket.off('close', failed)
      const head = bytes.toString('latin1', 0, end)
      resolve({
        head: head.replaceAll('\r', ''),
        rest: bytes.subarray(end + 4),
      })
    })
  })
}
