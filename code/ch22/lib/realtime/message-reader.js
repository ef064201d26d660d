import { Buffer } from 'node:buffer'
import { FrameReader, wrong } from './frame-reader.js'
import {
  CLOSE,
  COMPRESSED,
  CONTINUATION,
  FINAL,
  notText,
  TEXT,
  textOf,
  tooBig,
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
  /** @type {any} */
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
      const piece = this.bytes.subarray(this.start, this.end)
      if (opcode >= CLOSE) {
        this.type = opcode
        this.data = piece
        return true
      }
      if (this.isStart) this.#begin(opcode)
      if (this.#take(piece)) return true
    }
    return false
  }

  /** @param {number} opcode of a frame that begins */
  #begin(opcode) {
    const isNew = opcode > CONTINUATION
    if (isNew === this.#opcode > 0) {
      const got = isNew ? 'a message within another' : 'the rest of no message'
      throw wrong(got, 'one after another')
    }
    const isPacked = (this.first & COMPRESSED) !== 0
    if (isPacked && !(isNew && this.#unpack)) throw wrong('RSV1', 'none')
    if (isNew) {
      this.#opcode = opcode
      this.isPacked = isPacked
    }
    const size = this.left + this.end - this.start
    const before = this.#message?.length ?? 0
    if (before + size > this.#maxMessage) throw tooBig(this.#maxMessage)
  }

  /** @param {Buffer} bytes @returns {boolean} whether the message is whole */
  #take(bytes) {
    const isWhole = this.left === 0 && this.first >= FINAL
    const isText = this.#opcode === TEXT
    if (!isWhole || this.#message !== null) {
      this.#message ??= new Pile()
      this.#message.add(bytes)
      if (isText && !this.isPacked) this.#message.check(bytes)
      if (!isWhole) return false
      bytes = this.#message.bytes
      this.#message = null
    }
    if (this.isPacked) bytes = this.#unpack(bytes, this.#maxMessage)
    this.data = isText ? textOf(bytes) : bytes
    this.type = this.#opcode
    this.#opcode = 0
    return true
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
      const size = Math.max(length, 2 * this.length)
      this.#buffer = Buffer.concat([this.bytes], size)
    }
    this.#buffer.set(piece, this.length)
    this.length = length
  }

  /**
   * Refuses a piece as soon as it's certain that this will not be UTF-8.
   *
   * @param {Buffer} piece
   */
  check(piece) {
    this.#decoder ??= new TextDecoder('utf-8', { fatal: true })
    try {
      this.#decoder.decode(piece, { stream: true })
    } catch {
      throw notText()
    }
  }
}
