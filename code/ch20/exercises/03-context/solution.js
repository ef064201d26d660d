import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'

const FLUSH = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff])

/** A shorter message is sent as it is, in bytes. */
const THRESHOLD = 16

/** One direction of a connection with permessage-deflate and a context. */
export class Context {
  /** @type {Buffer} what messages may refer to: never more than the window */
  past = Buffer.alloc(0)
  #windowBits

  /** @param {number} windowBits the window has 2 ** windowBits bytes: 9 to 15 */
  constructor(windowBits) {
    this.#windowBits = windowBits
  }

  get #options() {
    return { ...FLUSH, windowBits: this.#windowBits, dictionary: this.past }
  }

  /** @param {Buffer} bytes of a message that was compressed */
  #remember(bytes) {
    const all = Buffer.concat([this.past, bytes])
    // A copy: a part of a larger buffer would keep all of it in memory.
    this.past = Buffer.from(all.subarray(-(2 ** this.#windowBits)))
  }

  /**
   * For the side that sends.
   *
   * @param {Buffer} bytes a message
   * @returns {{ isPacked: boolean, payload: Buffer }} of its frame
   */
  pack(bytes) {
    if (bytes.length < THRESHOLD) return { isPacked: false, payload: bytes }
    const packed = zlib.deflateRawSync(bytes, this.#options)
    this.#remember(bytes)
    return { isPacked: true, payload: packed.subarray(0, -TAIL.length) }
  }

  /**
   * For the side that receives.
   *
   * @param {{ isPacked: boolean, payload: Buffer }} frame
   * @param {number} limit of the message, in bytes
   * @returns {Buffer} the message
   * @throws {RangeError} if it's larger than the limit
   */
  unpack({ isPacked, payload }, limit) {
    if (!isPacked) return payload
    const options = { ...this.#options, maxOutputLength: limit }
    const bytes = zlib.inflateRawSync(Buffer.concat([payload, TAIL]), options)
    this.#remember(bytes)
    return bytes
  }
}
