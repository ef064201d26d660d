import { once } from 'node:events'
import net from 'node:net'
import { within } from './support.js'

export const [CONTINUATION, TEXT, BINARY] = [0, 1, 2]
export const [CLOSE, PING, PONG] = [8, 9, 10]
export const FINAL = 0x80

/** The fields of a request for a WebSocket. @type {Record<string, string>} */
export const ASKED = {
  host: 'x',
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** @param {string} path @param {object} [fields] those to add or to change */
export function headOf(path, fields) {
  const all = Object.entries({ ...ASKED, ...fields })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/**
 * A frame as a client sends it.
 *
 * @param {number} first byte
 * @param {string | Uint8Array} [payload]
 * @param {number[]} [mask] four bytes
 */
export function frame(first, payload = '', mask = [1, 20, 30, 255]) {
  const bytes = Buffer.from(/** @type {string} */ (payload))
  const { length } = bytes
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + extra)
  head[0] = first
  head[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127)
  if (extra === 2) head.writeUInt16BE(length, 2)
  if (extra === 8) head.writeBigUInt64BE(BigInt(length), 2)
  const masked = bytes.map((byte, i) => byte ^ mask[i % 4])
  return Buffer.concat([head, Buffer.from(mask), masked])
}

/** @param {number} code @param {string} [reason] */
export function closing(code, reason = '') {
  return frame(
    FINAL | CLOSE,
    Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]),
  )
}

/** A client that sends any bytes, and reads whole frames. */
export class RawSocket {
  /** Of the answer to its request. */
  head = ''
  #bytes = Buffer.alloc(0)

  /** @param {net.Socket} socket */
  constructor(socket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
  }

  /**
   * @param {import('node:test').TestContext} t
   * @param {number} port
   * @param {object} [fields]
   * @param {string} [path]
   */
  static async connect(t, port, fields, path = '/radio') {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    t.after(() => socket.destroy())
    const raw = new RawSocket(socket)
    socket.write(headOf(path, fields))
    await raw.readHead()
    return raw
  }

  async #more() {
    const { promise, resolve, reject } = Promise.withResolvers()
    const end = () => reject(new Error('the connection has ended'))
    this.socket.once('end', end)
    this.socket.once('readable', resolve)
    await within(promise, 'more bytes').finally(() =>
      this.socket.off('end', end),
    )
    const chunk = this.socket.read()
    if (chunk) this.#bytes = Buffer.concat([this.#bytes, chunk])
  }

  async readHead() {
    while (!this.#bytes.includes('\r\n\r\n')) await this.#more()
    const end = this.#bytes.indexOf('\r\n\r\n') + 4
    this.head = this.#bytes.toString('latin1', 0, end)
    this.#bytes = this.#bytes.subarray(end)
  }

  /** @returns {Promise<{ first: number, data: Buffer }>} the next frame */
  async read() {
    for (;;) {
      const [first, second = 127] = this.#bytes
      const size = second < 126 ? 2 : second === 126 ? 4 : 10
      if (this.#bytes.length >= size) {
        const length =
          size === 2
            ? second
            : this.#bytes.readUIntBE(size === 4 ? 2 : 4, size === 4 ? 2 : 6)
        if (this.#bytes.length >= size + length) {
          const data = this.#bytes.subarray(size, size + length)
          this.#bytes = this.#bytes.subarray(size + length)
          return { first, data }
        }
      }
      await this.#more()
    }
  }

  /** @returns {Promise<[number, string]>} the code and reason that it closes with */
  async readClose() {
    const { first, data } = await this.read()
    if (first !== (FINAL | CLOSE))
      throw new Error(`got ${first}, expected a close frame`)
    return data.length === 0
      ? [1005, '']
      : [data.readUInt16BE(), data.toString('utf8', 2)]
  }

  /** @param {(string | Uint8Array)[]} parts */
  async write(...parts) {
    for (const part of parts) {
      await new Promise((resolve) => this.socket.write(part, resolve))
    }
  }

  /** Reads what is left, to the end. */
  async ended() {
    this.socket.resume()
    await within(this.closed, 'the end of the connection')
  }
}

/** @param {WebSocket} socket @param {string} event @returns {Promise<any>} */
export const heard = async (socket, event) =>
  (await within(once(socket, event), `the event ${event}`))[0]
