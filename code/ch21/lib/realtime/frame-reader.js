import { Buffer } from 'node:buffer'
import { BINARY, CLOSE, FINAL, failure, PONG } from './frames.js'
import { rotate, unmask } from './unmask.js'

/** @import { VelocyError } from '../common/errors.js' */

/** The longest payload of a frame that controls, in bytes (RFC 6455 §5.5). */
const LONGEST_CONTROL = 125

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
  /** The bits that are set in any byte of the piece. */
  bits = 0
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
    this.bits = unmask(this.bytes, this.start, this.end, this.#mask)
    // The next piece may begin with another byte of the mask.
    this.#mask = rotate(this.#mask, this.end - this.start)
    this.left -= this.end - this.start
    return true
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
    const mask = payload - 4
    if (length > 125) {
      length = 0
      for (let i = at + 2; i < mask; i++) length = length * 256 + bytes[i]
    }
    const controls = check(first, length)
    // Such a frame is short, and comes in one piece.
    if (controls && bytes.length < payload + length) return false
    this.#mask = 0
    for (let i = 0; i < 4; i++) this.#mask |= bytes[mask + i] << (i * 8)
    this.first = first
    this.left = length
    this.end = payload
    return true
  }
}

/**
 * @param {number} first byte of a frame
 * @param {number} length
 * @returns {boolean} whether it controls
 */
function check(first, length) {
  const opcode = first & 0xf
  if ((first & 0x30) !== 0) throw wrong('a reserved bit', 'none')
  if ((opcode > BINARY && opcode < CLOSE) || opcode > PONG) {
    throw wrong(`the opcode ${opcode}`, 'one that is defined')
  }
  if (opcode < CLOSE) return false
  if (first < FINAL || length > LONGEST_CONTROL) {
    throw wrong('a control frame that is long or in parts', 'a short one')
  }
  return true
}

/**
 * @param {string} got
 * @param {string} expected
 */
export const wrong = (got, expected) =>
  failure(1002, `Got ${got}, expected ${expected}`)
