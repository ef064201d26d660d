import { isUtf8 } from 'node:buffer'
import { FrameReader, wrong } from './frame-reader.js'
import {
  BINARY,
  CLOSE,
  CONTINUATION,
  failure,
  NOT_TEXT,
  TEXT,
  TOO_BIG,
} from './frames.js'

/**
 * Puts messages together from a client's frames (RFC 6455 §5.4). Frames that
 * control may stand between those of a message.
 *
 *     for (let at = 0; at < bytes.length; ) {
 *       at = reader.read(bytes, at)
 *       if (reader.type !== 0) take(reader.type, reader.data)
 *     }
 */
export class MessageReader extends FrameReader {
  /** TEXT, BINARY, CLOSE, PING or PONG; 0: there is no message yet. */
  type = 0
  /** @type {string | Buffer} text if the type is TEXT, unless it's compressed */
  data = ''
  /** Whether the data is compressed. */
  isPacked = false
  /** Whether messages may be compressed. */
  mayPack = false
  #maxMessage
  /** The opcode of the message at hand; 0: none has begun. */
  #opcode = 0
  #isPacked = false
  /** What has come of it. @type {Pile | null} */
  #pile = null
  /** What has come of a frame that controls. @type {Pile | null} */
  #control = null
  /** How far its text has been checked, in bytes. */
  #checked = 0

  /**
   * @param {number} maxMessage in bytes
   */
  constructor(maxMessage) {
    super()
    this.#maxMessage = maxMessage
  }

  /**
   * @override
   * @param {Uint8Array} bytes
   * @param {number} at
   */
  read(bytes, at) {
    this.type = 0
    return super.read(bytes, at)
  }

  /** @override */
  begin() {
    const { opcode, isCompressed } = this
    if (isCompressed && !(this.mayPack && opcode !== CONTINUATION)) {
      throw wrong('a frame with the bit RSV1', 'one without')
    }
    if (opcode >= CLOSE) return
    if (opcode === CONTINUATION) {
      if (this.#opcode === 0)
        throw wrong('the middle of a message', 'its start')
    } else {
      if (this.#opcode !== 0) throw wrong('another message', 'the rest of one')
      this.#opcode = opcode
      this.#isPacked = isCompressed
      this.#checked = 0
    }
    const size = this.length + (this.#pile?.length ?? 0)
    if (size > this.#maxMessage) throw tooBig(size, this.#maxMessage)
  }

  /**
   * @override
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} bits
   */
  take(bytes, start, end, bits) {
    const isEnd = this.left === 0
    if (this.opcode >= CLOSE) {
      if (isEnd && this.#control === null) {
        return this.#finish(this.opcode, bytes.subarray(start, end), false)
      }
      this.#control ??= new Pile()
      this.#control.add(bytes, start, end)
      if (!isEnd) return
      this.#finish(this.opcode, this.#control.bytes, false)
      this.#control = null
      return
    }
    if (isEnd && this.isFinal && this.#pile === null) {
      return this.#takeWhole(bytes, start, end, bits)
    }
    this.#pile ??= new Pile()
    this.#pile.add(bytes, start, end)
    const isWhole = isEnd && this.isFinal
    const isText = this.#opcode === TEXT && !this.#isPacked
    if (isText) this.#check(this.#pile.bytes, isWhole)
    if (!isWhole) return
    const all = this.#pile.bytes
    this.#pile = null
    this.#finish(this.#opcode, isText ? all.utf8Slice() : all, this.#isPacked)
    this.#opcode = 0
  }

  /**
   * The usual case: a message in one frame, which came in one piece.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} bits
   */
  #takeWhole(bytes, start, end, bits) {
    const opcode = this.#opcode
    this.#opcode = 0
    if (opcode === BINARY || this.#isPacked) {
      return this.#finish(opcode, bytes.subarray(start, end), this.#isPacked)
    }
    // In ASCII, a character is a byte.
    if (bits < 0x80)
      return this.#finish(TEXT, bytes.latin1Slice(start, end), false)
    this.#finish(TEXT, textOf(bytes.subarray(start, end)), false)
  }

  /**
   * @param {number} type
   * @param {string | Buffer} data
   * @param {boolean} isPacked
   */
  #finish(type, data, isPacked) {
    this.type = type
    this.data = data
    this.isPacked = isPacked
  }

  /**
   * Refuses what isn't UTF-8 as soon as that is certain.
   *
   * @param {Buffer} bytes of the message, so far
   * @param {boolean} isWhole
   */
  #check(bytes, isWhole) {
    const end = isWhole ? bytes.length : endOfText(bytes, this.#checked)
    if (!isUtf8(bytes.subarray(this.#checked, end))) throw notText()
    if (!isWhole && !isBeginning(bytes.subarray(end))) throw notText()
    this.#checked = end
  }
}

/** Bytes that come one after another, in a buffer that grows with them. */
class Pile {
  #buffer = Buffer.allocUnsafe(128)
  length = 0

  get bytes() {
    return this.#buffer.subarray(0, this.length)
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   */
  add(bytes, start, end) {
    const length = this.length + end - start
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.length))
      larger.set(this.bytes)
      this.#buffer = larger
    }
    this.#buffer.set(bytes.subarray(start, end), this.length)
    this.length = length
  }
}

/**
 * @param {Buffer} bytes
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_FRAME when it isn't UTF-8
 */
export function textOf(bytes) {
  if (!isUtf8(bytes)) throw notText()
  return bytes.utf8Slice()
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start where a character begins
 * @returns {number} where the last character begins, if it isn't whole;
 *   otherwise, where it ends
 */
function endOfText(bytes, start) {
  const { length } = bytes
  for (let at = length - 1; at >= Math.max(start, length - 3); at--) {
    const byte = bytes[at]
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return at + size > length ? at : length
  }
  return length
}

/**
 * @param {Uint8Array} bytes less than a character
 * @returns {boolean} whether one may begin like this
 */
function isBeginning(bytes) {
  if (bytes.length === 0) return true
  if (bytes.length === 1) return bytes[0] >= 0xc2 && bytes[0] <= 0xf4
  const size = bytes[0] < 0xf0 ? 3 : 4
  return isUtf8(Buffer.concat([bytes, CONTINUED], size))
}

const CONTINUED = Buffer.from([0x80, 0x80])

const notText = () =>
  failure(NOT_TEXT, 'Got a text that is not UTF-8, expected one that is')

/**
 * @param {number} size
 * @param {number} limit
 */
const tooBig = (size, limit) =>
  failure(
    TOO_BIG,
    `Message of ${size} bytes exceeds the limit of ${limit.toLocaleString('en')} bytes`,
  )
