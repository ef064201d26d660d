import { FIELD_VALUE } from './characters.js'
import {
  FieldLines,
  INCOMPLETE,
  INVALID,
  lineEnd,
  Pieces,
  TOO_LARGE,
} from './lines.js'

/** @import { Read } from './lines.js' */
/** @import { Refusal } from './refusals.js' */

/**
 * A size in hexadecimal, and any number of extensions: `;name`, `;name=token`
 * or `;name="text"` (RFC 9112 §7.1).
 */
const SIZE_LINE =
  /^([\da-f]+)(?:[\t ]*;[\t ]*[!#$%&'*+\-.^_`|~\w]+(?:[\t ]*=[\t ]*(?:[!#$%&'*+\-.^_`|~\w]+|"(?:[^"\\]|\\.)*"))?)*$/i

/** Reads a body in chunks (RFC 9112 §7.1), in whatever pieces it arrives. */
export class Chunked {
  /** @type {Refusal | null} */
  refusal = null
  /** How much of the chunk's data is still to come, in bytes. */
  #left = 0
  /** Whether data comes before the next size. */
  #hasData = false
  #isLast = false
  /** The length of all extensions so far. */
  #extensions = 0
  #maxSize
  #pieces
  #trailers

  /**
   * @param {number} maxSize of the trailers, and of all extensions, in bytes
   * @param {number} maxCount of trailers
   */
  constructor(maxSize, maxCount) {
    this.#maxSize = maxSize
    this.#pieces = new Pieces(maxSize)
    this.#trailers = new FieldLines(maxSize, maxCount)
  }

  /** The lines of the trailers, each with its CR LF. */
  get trailers() {
    return this.#trailers.text
  }

  /**
   * @param {Buffer} bytes that have just arrived
   * @param {number} start
   * @param {(data: Buffer) => void} sink gets the data, which isn't copied
   * @returns {number} the index behind the body; INCOMPLETE: all bytes have
   *   been taken; INVALID: there's a refusal
   */
  read(bytes, start, sink) {
    let at = start
    while (at < bytes.length && !this.#isLast) {
      if (this.#left > 0) at = this.#data(bytes, at, sink)
      else at = this.#pieces.read(bytes, at, this.#size)
      if (at === TOO_LARGE) return this.#tooLarge()
      if (at < 0) return at
    }
    if (at === bytes.length) return INCOMPLETE
    const index = this.#trailers.scan(bytes, at)
    this.refusal = this.#trailers.refusal
    return index
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {(data: Buffer) => void} sink
   */
  #data(bytes, start, sink) {
    const end = Math.min(bytes.length, start + this.#left)
    this.#left -= end - start
    sink(bytes.subarray(start, end))
    return end
  }

  /**
   * Reads the line of a size and, before it, the end of the chunk's data.
   *
   * @type {Read}
   */
  #size = (bytes, start, end) => {
    const lineStart = this.#hasData ? lineEnd(bytes, start, end) : start
    if (lineStart === INCOMPLETE) return INCOMPLETE
    if (lineStart === INVALID) {
      const detail = 'Bad chunk: expected CR LF where it ends'
      return this.#refuse(400, 'HPE_STRICT', detail)
    }
    let at = lineStart
    while (at < end && FIELD_VALUE[bytes[at]] === 1) at++
    const next = lineEnd(bytes, at, end)
    if (next === INCOMPLETE) return INCOMPLETE
    const line = next === INVALID ? '' : bytes.toString('latin1', lineStart, at)
    const digits = SIZE_LINE.exec(line)?.[1] ?? ''
    const size = Number.parseInt(digits, 16)
    if (digits === '' || size > Number.MAX_SAFE_INTEGER) {
      const detail = 'Bad chunk size or extension'
      return this.#refuse(400, 'HPE_INVALID_CHUNK_SIZE', detail)
    }
    this.#extensions += line.length - digits.length
    if (this.#extensions > this.#maxSize) return this.#tooLarge()
    this.#left = size
    this.#isLast = size === 0
    this.#hasData = true
    return next
  }

  #tooLarge() {
    const detail = 'Chunk extensions too large'
    return this.#refuse(413, 'HPE_CHUNK_EXTENSIONS_OVERFLOW', detail)
  }

  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   */
  #refuse(status, code, detail) {
    this.refusal = { status, code, detail }
    return INVALID
  }
}
