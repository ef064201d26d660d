import {
  BINARY,
  CLOSE,
  CONTINUATION,
  failure,
  PONG,
  PROTOCOL_ERROR,
} from './frames.js'
import { unmask } from './unmask.js'

/** The longest head: two bytes, eight of a length, four of a mask. */
const LONGEST_HEAD = 14

/** The longest payload of a frame that controls (RFC 6455 §5.5). */
const LONGEST_CONTROL = 125

/**
 * Reads a client's frames from bytes that come in pieces of any size (RFC 6455
 * §5.2). A class that extends it gets each frame's head by `begin`, and what
 * comes of its payload by `take`.
 */
export class FrameReader {
  /** Of the frame at hand. */
  opcode = CONTINUATION
  isFinal = false
  isCompressed = false
  /** Of its payload: all, and what is still to come, in bytes. */
  length = 0
  left = 0
  /** The four bytes of its mask, the first one lowest. */
  #mask = 0
  #isInPayload = false
  /** @type {Uint8Array | null} the beginning of a head */
  #head = null
  #headLength = 0

  /**
   * Reads as far as the end of a frame, or of the bytes.
   *
   * @param {Uint8Array} bytes which are changed: the mask is taken off them
   * @param {number} at where to begin
   * @returns {number} where it stopped
   * @throws {VelocyError} ERR_VELOCY_BAD_FRAME, with a `closeCode`
   */
  read(bytes, at) {
    if (!this.#isInPayload) {
      at = this.#readHead(bytes, at)
      if (!this.#isInPayload) return at
    }
    const end = Math.min(at + this.left, bytes.length)
    if (end === at && this.left > 0) return at
    const bits = unmask(bytes, at, end, this.#mask)
    const length = end - at
    this.left -= length
    // The next piece of it begins with another byte of the mask.
    const turn = (length & 3) * 8
    if (turn > 0)
      this.#mask = (this.#mask >>> turn) | (this.#mask << (32 - turn))
    this.#isInPayload = this.left > 0
    this.take(bytes, at, end, bits)
    return end
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   */
  #readHead(bytes, at) {
    if (this.#head === null) {
      const size = sizeOf(bytes, at)
      if (size <= bytes.length - at) {
        this.#begin(bytes, at)
        return at + size
      }
      this.#head = new Uint8Array(LONGEST_HEAD)
      this.#headLength = 0
    }
    // Seldom: the head is in two pieces.
    const head = this.#head
    while (at < bytes.length) {
      head[this.#headLength++] = bytes[at++]
      if (this.#headLength < 2) continue
      if (this.#headLength === sizeOf(head, 0)) {
        this.#head = null
        this.#begin(head, 0)
        break
      }
    }
    return at
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} at where a whole head is
   */
  #begin(bytes, at) {
    const first = bytes[at]
    const second = bytes[at + 1]
    this.isFinal = first >= 0x80
    this.isCompressed = (first & 0x40) !== 0
    this.opcode = first & 15
    let length = second & 127
    at += 2
    if (length === 126) {
      length = bytes[at] * 256 + bytes[at + 1]
      at += 2
    } else if (length === 127) {
      length = 0
      for (const end = at + 8; at < end; at++) length = length * 256 + bytes[at]
    }
    this.length = this.left = length
    this.#mask =
      bytes[at] |
      (bytes[at + 1] << 8) |
      (bytes[at + 2] << 16) |
      (bytes[at + 3] << 24)
    this.#check(first, second)
    this.begin()
    this.#isInPayload = true
  }

  /**
   * @param {number} first byte of the head
   * @param {number} second
   */
  #check(first, second) {
    const { opcode } = this
    if ((first & 0x30) !== 0) throw wrong('a reserved bit', 'none')
    if (second < 0x80) throw wrong('a frame without a mask', 'one with a mask')
    if ((opcode > BINARY && opcode < CLOSE) || opcode > PONG) {
      throw wrong(`the opcode ${opcode}`, 'one that is defined')
    }
    if (opcode < CLOSE) return
    if (!this.isFinal || this.isCompressed || this.length > LONGEST_CONTROL) {
      throw wrong('a control frame in parts, compressed or long', 'a short one')
    }
  }

  /** The head of a frame is there. */
  begin() {}

  /**
   * A piece of its payload is there, and the last one if `left` is 0.
   *
   * @param {Uint8Array} _bytes
   * @param {number} _start
   * @param {number} _end
   * @param {number} _bits those that are set in any of these bytes
   */
  take(_bytes, _start, _end, _bits) {}
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} how long a head is that begins there; 2 or more
 */
function sizeOf(bytes, at) {
  if (bytes.length - at < 2) return 2
  const length = bytes[at + 1] & 127
  const isMasked = bytes[at + 1] >= 0x80
  return 2 + (length < 126 ? 0 : length === 126 ? 2 : 8) + (isMasked ? 4 : 0)
}

/**
 * @param {string} got
 * @param {string} expected
 */
export const wrong = (got, expected) =>
  failure(PROTOCOL_ERROR, `Got ${got}, expected ${expected}`)
