import { Buffer, isUtf8 } from 'node:buffer'
import { VelocyError } from '../common/errors.js'
import { CLOSE, FIN, isCloseCode, KINDS, RSV1, TEXT } from './frames.js'

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
    const isOver = this.end === this.bytes.length
    this.isStart = this.left === 0
    if (isOver) this.push(NOTHING)
    if (isOver || (this.isStart && !this.#readHead())) return false
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
    // With a reserved bit, it's none of them.
    const opcode = first & 0x3f
    if (!KINDS.includes(opcode)) throw wrong(`the opcode ${opcode}`, 'another')
    if (opcode >= CLOSE) {
      if ((first & 0xf0) !== FIN || length > 125) {
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
 * @param {number} closeCode that the client is told
 * @param {string} message
 */
export const failure = (closeCode, message) =>
  Object.assign(new VelocyError('ERR_VELOCY_BAD_FRAME', message), { closeCode })

/**
 * @param {string} got
 * @param {string} expected
 */
const wrong = (got, expected) =>
  failure(1002, `Got ${got}, expected ${expected}`)

/** @param {number} limit of a message, in bytes */
export const tooBig = (limit) =>
  failure(1009, `Message exceeds the limit of ${limit} bytes`)

const notText = () =>
  failure(1007, 'Got a text that is not UTF-8, expected one that is')

/**
 * @param {Buffer} bytes
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_FRAME when it isn't UTF-8
 */
export function textOf(bytes) {
  if (!isUtf8(bytes)) throw notText()
  return bytes.toString()
}

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

  /** @param {number} opcode of a frame that begins; 0: it goes on */
  #begin(opcode) {
    const isNew = opcode > 0
    if (isNew === this.#opcode > 0) {
      const got = isNew ? 'a message within another' : 'the rest of no message'
      throw wrong(got, 'one after another')
    }
    const isPacked = (this.first & RSV1) !== 0
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
    const isWhole = this.left === 0 && this.first >= FIN
    const isText = this.#opcode === TEXT
    if (!isWhole || this.#message !== null) {
      this.#message ??= new Pile()
      this.#message.add(bytes, isText && !this.isPacked)
      if (!isWhole) return false
      bytes = this.#message.bytes.subarray(0, this.#message.length)
      this.#message = null
    }
    if (this.isPacked) bytes = this.#unpack(bytes, this.#maxMessage)
    this.data = isText ? textOf(bytes) : bytes
    this.type = this.#opcode
    this.#opcode = 0
    return true
  }
}

/** Bytes that come in pieces: `bytes` begins with them, and grows. */
class Pile {
  length = 0
  bytes = Buffer.allocUnsafe(128)
  #decoder = new TextDecoder('utf-8', { fatal: true })

  /**
   * @param {Buffer} piece
   * @param {boolean} isText it's refused as soon as it can't become UTF-8
   */
  add(piece, isText) {
    const length = this.length + piece.length
    if (length > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes], 2 * length)
    }
    this.bytes.set(piece, this.length)
    this.length = length
    try {
      if (isText) this.#decoder.decode(piece, { stream: true })
    } catch {
      throw notText()
    }
  }
}

/**
 * @param {Buffer} data of a close frame
 * @throws {VelocyError} ERR_VELOCY_BAD_FRAME
 */
export function farewellOf(data) {
  const code = data.length > 1 ? data.readUInt16BE() : 1005
  if (data.length > 0 && !isCloseCode(code)) {
    throw wrong(`the close code ${code}`, 'another')
  }
  return { code, reason: textOf(data.subarray(2)), wasClean: true }
}
