import { Buffer } from 'node:buffer'
import { FrameReader, wrong } from './frame-reader.js'
import {
  CLOSE,
  COMPRESSED,
  CONTINUATION,
  FINAL,
  failure,
  notText,
  TEXT,
  textOf,
} from './frames.js'

/**
 * Puts messages together from a client's frames (RFC 6455 §5.4). Frames that
 * control may stand between those of a message.
 *
 *     reader.push(bytes)
 *     while (reader.next()) take(reader.type, reader.data)
 */
export class MessageReader extends FrameReader {
  /** TEXT, BINARY, CLOSE, PING or PONG. */
  type = 0
  /** @type {string | Buffer} text if the type is TEXT */
  data = ''
  /** Whether it came compressed. */
  isPacked = false
  /** The opcode of the message at hand; 0: none has begun. */
  #opcode = 0
  /** @type {Pile | null} what has come of it */
  #message = null
  #maxMessage
  #unpack

  /**
   * @param {number} maxMessage in bytes
   * @param {(bytes: Buffer, limit: number) => Buffer} [unpack] if messages may
   *   be compressed
   */
  constructor(maxMessage, unpack) {
    super()
    this.#maxMessage = maxMessage
    this.#unpack = unpack
  }

  /** @override goes on to the next message */
  next() {
    while (super.next()) {
      const opcode = this.first & 0xf
      if (this.isStart) this.#begin(opcode)
      if (opcode >= CLOSE) {
        this.type = opcode
        this.data = this.#piece()
        return true
      }
      if (this.#take()) return true
    }
    return false
  }

  /** @param {number} opcode of a frame that begins */
  #begin(opcode) {
    const isPacked = (this.first & COMPRESSED) !== 0
    const mayPack = this.#unpack && opcode > CONTINUATION && opcode < CLOSE
    if (isPacked && !mayPack) throw wrong('the bit RSV1', 'a frame without it')
    if (opcode >= CLOSE) return
    const isNew = opcode > CONTINUATION
    if (isNew === this.#opcode > 0) {
      const got = isNew ? 'a message within another' : 'the rest of no message'
      throw wrong(got, 'one after another')
    }
    if (isNew) {
      this.#opcode = opcode
      this.isPacked = isPacked
    }
    const size =
      this.left + this.end - this.start + (this.#message?.length ?? 0)
    if (size > this.#maxMessage) throw tooBig(size, this.#maxMessage)
  }

  /** @returns {boolean} whether the message is whole */
  #take() {
    const isWhole = this.left === 0 && this.first >= FINAL
    const isText = this.#opcode === TEXT && !this.isPacked
    if (isWhole && this.#message === null) {
      this.data = isText ? this.#text() : this.#piece()
    } else {
      this.#message ??= new Pile()
      this.#message.add(this.#piece())
      if (isText) this.#message.check(this.#piece(), isWhole)
      if (!isWhole) return false
      const { bytes } = this.#message
      this.data = isText ? bytes.toString() : bytes
      this.#message = null
    }
    if (this.isPacked) this.data = this.#unpacked(this.data)
    this.type = this.#opcode
    this.#opcode = 0
    return true
  }

  /** @param {any} packed */
  #unpacked(packed) {
    const bytes = /** @type {any} */ (this.#unpack)(packed, this.#maxMessage)
    return this.#opcode === TEXT ? textOf(bytes) : bytes
  }

  #piece() {
    return this.bytes.subarray(this.start, this.end)
  }

  #text() {
    const { bytes, start, end } = this
    // In ASCII, a character is a byte.
    return this.bits < 0x80
      ? bytes.toString('latin1', start, end)
      : textOf(this.#piece())
  }
}

/** Bytes that come in pieces, in a buffer that grows with them. */
class Pile {
  length = 0
  #buffer = Buffer.allocUnsafe(128)
  /** @type {TextDecoder | null} */
  #decoder = null

  get bytes() {
    return this.#buffer.subarray(0, this.length)
  }

  /** @param {Buffer} piece */
  add(piece) {
    const length = this.length + piece.length
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.length))
      larger.set(this.bytes)
      this.#buffer = larger
    }
    this.#buffer.set(piece, this.length)
    this.length = length
  }

  /**
   * Refuses a piece as soon as it's certain that this will not be UTF-8.
   *
   * @param {Buffer} piece
   * @param {boolean} isLast
   */
  check(piece, isLast) {
    this.#decoder ??= new TextDecoder('utf-8', { fatal: true })
    try {
      this.#decoder.decode(piece, { stream: !isLast })
    } catch {
      throw notText()
    }
  }
}

/**
 * @param {number} size
 * @param {number} limit
 */
const tooBig = (size, limit) =>
  failure(
    1009,
    `Message of ${size} bytes exceeds the limit of ${limit.toLocaleString('en')} bytes`,
  )
