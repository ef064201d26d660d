/** Frames of a client, right and wrong ones, and those that come back (RFC 6455 §5). */
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import zlib from 'node:zlib'

/** @type {Record<string, number>} */
export const OPCODES = {
  cont: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
}

/**
 * @param {number} opcode any number from 0 to 15
 * @param {string | Buffer} [payload] a string is sent as UTF-8
 * @param {{ fin?: boolean, rsv?: number, mask?: Buffer | null }} [more] `rsv` is
 *   the three reserved bits as a number: 4 is RSV1; without `mask`, the mask is
 *   random, and with null there is none, as in a server's frames
 * @returns {Buffer}
 */
export function frame(opcode, payload = '', more = {}) {
  const { fin = true, rsv = 0, mask = randomBytes(4) } = more
  const data = Buffer.from(/** @type {string} */ (payload))
  const size = data.length
  const extra = size < 126 ? 0 : size < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + extra)
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode
  head[1] = (mask ? 0x80 : 0) | (extra === 0 ? size : extra === 2 ? 126 : 127)
  if (extra === 2) head.writeUInt16BE(size, 2)
  if (extra === 8) head.writeBigUInt64BE(BigInt(size), 2)
  if (!mask) return Buffer.concat([head, data])
  for (let i = 0; i < size; i++) data[i] ^= mask[i & 3]
  return Buffer.concat([head, mask, data])
}

/**
 * @param {number} opcode
 * @param {string | Buffer} payload
 * @param {number} size of a fragment, in bytes; 0: one frame
 * @param {number} [rsv] of the first one
 * @returns {Buffer[]} the frames of a message
 */
export function fragments(opcode, payload, size, rsv = 0) {
  const data = Buffer.from(/** @type {string} */ (payload))
  if (size === 0) return [frame(opcode, data, { rsv })]
  const count = Math.max(1, Math.ceil(data.length / size))
  return Array.from({ length: count }, (_, i) =>
    frame(i === 0 ? opcode : 0, data.subarray(i * size, (i + 1) * size), {
      fin: i === count - 1,
      rsv: i === 0 ? rsv : 0,
    }),
  )
}

/** One direction of permessage-deflate (RFC 7692 §7.2). */
export class Compression {
  #past = Buffer.alloc(0)

  /** @param {number} windowBits @param {boolean} keeps its context */
  constructor(windowBits, keeps) {
    this.windowBits = windowBits
    this.keeps = keeps
  }

  /** What went before is the dictionary of what comes now. */
  get #options() {
    const finishFlush = zlib.constants.Z_SYNC_FLUSH
    const options = { windowBits: this.windowBits, finishFlush }
    return this.#past.length > 0
      ? { ...options, dictionary: this.#past }
      : options
  }

  /** @param {Buffer} data */
  #remember(data) {
    if (!this.keeps) return data
    const all = Buffer.concat([this.#past, data])
    this.#past = all.subarray(-(2 ** this.windowBits))
    return data
  }

  /** @param {Buffer} data */
  compress(data) {
    const packed = zlib.deflateRawSync(data, this.#options).subarray(0, -4)
    this.#remember(data)
    return packed
  }

  /** @param {Buffer} packed */
  decompress(packed) {
    const bytes = Buffer.concat([packed, Buffer.from([0, 0, 0xff, 0xff])])
    return this.#remember(zlib.inflateRawSync(bytes, this.#options))
  }
}

/** @typedef {{ type: string, data: Buffer }} Event what has come or happened */

/** Reads the frames of a server, and says what is wrong with them. */
export class Reader {
  #bytes = Buffer.alloc(0)
  /** @type {Buffer[]} */
  #parts = []
  #type = ''
  #isPacked = false

  /** @param {Compression | null} compression */
  constructor(compression) {
    this.compression = compression
  }

  /**
   * @param {Buffer} chunk
   * @returns {Event[]} a frame that must not be is an event of the type `bad`
   */
  read(chunk) {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    const events = []
    for (;;) {
      const next = this.#next()
      if (next === null) return events
      const event = this.#eventOf(next)
      if (event !== null) events.push(event)
    }
  }

  #next() {
    const bytes = this.#bytes
    if (bytes.length < 2) return null
    const short = bytes[1] & 0x7f
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (bytes.length < start) return null
    const size =
      short === 126
        ? bytes.readUInt16BE(2)
        : short === 127
          ? Number(bytes.readBigUInt64BE(2))
          : short
    if (bytes.length < start + size) return null
    const data = bytes.subarray(start, start + size)
    this.#bytes = bytes.subarray(start + size)
    return { first: bytes[0], isMasked: bytes[1] > 127, short, size, data }
  }

  /**
   * @param {{ first: number, isMasked: boolean, short: number, size: number,
   *   data: Buffer }} frame
   * @returns {Event | null}
   */
  #eventOf({ first, isMasked, short, size, data }) {
    const opcode = first & 15
    const fin = first > 127
    const type = Object.entries(OPCODES).find(
      ([, code]) => code === opcode,
    )?.[0]
    const isPacked = (first & 0x40) > 0
    const isFirst = opcode === 1 || opcode === 2
    const isLong =
      (short === 126 && size < 126) || (short === 127 && size < 65_536)
    /** @param {string} what */
    const bad = (what) => ({ type: 'bad', data: Buffer.from(what) })
    if (type === undefined) return bad(`opcode ${opcode}`)
    if (isMasked) return bad('a masked frame')
    if (isLong) return bad('a length in too many bytes')
    if (first & 0x30 || (isPacked && !(isFirst && this.compression))) {
      return bad('reserved bits')
    }
    if (opcode > 7) {
      if (!fin || size > 125) return bad('a control frame in pieces')
      return { type, data }
    }
    if (isFirst !== (this.#type === '')) return bad('a wrong continuation')
    if (isFirst) [this.#type, this.#isPacked] = [type, isPacked]
    this.#parts.push(data)
    if (!fin) return null
    const whole = Buffer.concat(this.#parts)
    /** @type {Event} */
    const message = { type: this.#type, data: whole }
    if (this.#isPacked)
      message.data = this.compression?.decompress(whole) ?? whole
    this.#parts = []
    this.#type = ''
    return message
  }
}
