import { Buffer } from 'node:buffer'
import { BINARY, CLOSE, FINAL, failure, PONG } from './frames.js'

/** @import { VelocyError } from '../common/errors.js' */

const NOTHING = Buffer.allocUnsafe(0)

/**
 * Reads a client's frames from bytes that come in pieces of any size (RFC 6455
 * §5.2):
 *
 *     reader.push(bytes)
 *     while (reader.next()) take(reader)
 */
export class FrameReader {
  /** The first byte of the frame at hand: its opcode and flags. */
  first = 0
  /** How much of its payload is still to come, in bytes. */
  left = 0
  /** Whether its head has just been read. */
  isStart = false
  /** What has come; the piece of the payload at hand is from start to end. */
  bytes = /** @type {Buffer} */ (NOTHING)
  start = 0
  end = 0
  /** The four bytes of the mask, the first one lowest. */
  #mask = 0

  /** @param {Buffer} bytes which will be changed: the mask is taken off them */
  push(bytes) {
    const rest = this.bytes.subarray(this.end)
    this.bytes = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    this.end = 0
  }

  /**
   * Goes on to the next piece of a payload, which may be empty. If that is the
   * end of its frame, `left` is 0.
   *
   * @returns {boolean} false: there is no more before the next push
   * @throws {VelocyError} ERR_VELOCY_BAD_FRAME, with a `closeCode`
   */
  next() {
    this.isStart = this.left === 0
    const isReady = this.isStart
      ? this.#readHead()
      : this.end < this.bytes.length
    if (!isReady) {
      if (this.end === this.bytes.length) this.push(NOTHING)
      return false
    }
    this.start = this.end
    this.end = Math.min(this.start + this.left, this.bytes.length)
    this.left -= this.end - this.start
    this.#unmask()
    return true
  }

  /**
   * Takes the mask off the piece, in place: each byte is XORed with one of the
   * mask's four, in turn (RFC 6455 §5.3).
   */
  #unmask() {
    const { bytes, end } = this
    let mask = this.#mask
    for (let at = this.start; at < end; at++) {
      bytes[at] ^= mask
      mask = (mask >>> 8) | (mask << 24)
    }
    // The next piece may begin with another byte of it.
    this.#mask = mask
  }

  /** @returns {boolean} false: it isn't all there */
  #readHead() {
    const { bytes, end: at } = this
    if (bytes.length < at + 2) return false
    const first = bytes[at]
    const second = bytes[at + 1]
    if (second < 0x80) throw wrong('a frame without a mask', 'one with a mask')
    let length = second & 0x7f
    const payload = at + (length < 126 ? 6 : length === 126 ? 8 : 14)
    if (bytes.length < payload) return false
    if (length === 126) length = bytes.readUInt16BE(at + 2)
    else if (length === 127) length = Number(bytes.readBigUInt64BE(at + 2))
    // A reserved bit makes it larger than any opcode.
    const opcode = first & 0x3f
    if ((opcode > BINARY && opcode < CLOSE) || opcode > PONG) {
      throw wrong(`the opcode ${opcode}`, 'one that is defined')
    }
    if (opcode >= CLOSE) {
      if ((first & 0xf0) !== FINAL || length > 125) {
        throw wrong('a control frame that is long or in parts', 'a short one')
      }
      // We wait for all of it.
      if (bytes.length < payload + length) return false
    }
    this.#mask = bytes.readInt32LE(payload - 4)
    this.first = first
    this.left = length
    this.end = payload
    return true
  }
}

/**
 * @param {string} got
 * @param {string} expected
 */
export const wrong = (got, expected) =>
  failure(1002, `Got ${got}, expected ${expected}`)
