import { FIELD_VALUE } from './characters.js'
import { FieldLines, INCOMPLETE, INVALID, lineEnd, TOO_LARGE } from './lines.js'

/** @import { Limits } from './engine.js' */
/** @import { Incoming } from './exchange.js' */
/** @import { Head } from './head.js' */
/** @import { Read } from './lines.js' */

/**
 * A size in hexadecimal, and any number of extensions: `;name`, `;name=token`
 * or `;name="text"` (RFC 9112 §7.1).
 */
const SIZE_LINE =
  /^([\da-f]+)(?:[\t ]*;[\t ]*[!#$%&'*+\-.^_`|~\w]+(?:[\t ]*=[\t ]*(?:[!#$%&'*+\-.^_`|~\w]+|"(?:[^"\\]|\\.)*"))?)*$/i

/**
 * Reads a body in chunks (RFC 9112 §7.1), in whatever pieces it arrives. Its
 * `text` is that of the trailers.
 */
export class Chunked extends FieldLines {
  /** How much of the chunk's data is still to come, in bytes. */
  #left = 0
  /** Whether data comes before the next size. */
  #hasData = false
  #isLast = false
  /** The length of all extensions so far. */
  #extensions = 0

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
      else at = this.pieces.read(bytes, at, this.#size)
      if (at === TOO_LARGE) return this.#tooLarge()
      if (at < 0) return at
    }
    return at === bytes.length ? INCOMPLETE : this.scan(bytes, at)
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
      return this.refuse(400, 'HPE_STRICT', detail)
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
      return this.refuse(400, 'HPE_INVALID_CHUNK_SIZE', detail)
    }
    this.#extensions += line.length - digits.length
    if (this.#extensions > this.pieces.maxSize) return this.#tooLarge()
    this.#left = size
    this.#isLast = size === 0
    this.#hasData = true
    return next
  }

  #tooLarge() {
    const detail = 'Chunk extensions too large'
    return this.refuse(413, 'HPE_CHUNK_EXTENSIONS_OVERFLOW', detail)
  }
}

/** The body of a request, on its way to whoever reads it. */
export class Body {
  /** Bytes that are to come, where the head has said how many. */
  #left = 0
  /** @type {Chunked | null} */
  chunked = null
  #request
  /** Whether there is more to come. */
  isOpen = true
  /** Whether whoever reads it has enough for now. */
  isPaused = false

  /**
   * @param {Head} head
   * @param {Incoming} request
   * @param {Limits} limits
   */
  constructor(head, request, { maxHeaderSize, maxHeadersCount }) {
    this.#request = request
    if (head.isChunked) {
      this.chunked = new Chunked(maxHeaderSize, maxHeadersCount)
    } else this.#left = head.contentLength
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @returns {number} the index behind what it has taken; INVALID: it is refused
   */
  read(bytes, start) {
    if (this.chunked === null) return this.#readLength(bytes, start)
    const end = this.chunked.read(bytes, start, this.#pass)
    if (end === INCOMPLETE) return bytes.length
    if (end !== INVALID) this.isOpen = false
    return end
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   */
  #readLength(bytes, start) {
    const end = Math.min(start + this.#left, bytes.length)
    this.#left -= end - start
    this.#pass(bytes.subarray(start, end))
    if (this.#left === 0) this.isOpen = false
    return end
  }

  /** @param {Buffer} chunk */
  #pass = (chunk) => {
    if (this.isOpen && !this.#request.push(chunk)) this.isPaused = true
  }
}
