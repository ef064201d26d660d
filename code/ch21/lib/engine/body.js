import { FIELD_VALUE } from './characters.js'
import { FieldLines, INCOMPLETE, INVALID, lineEnd, TOO_LARGE } from './lines.js'

/** @import { Incoming, Limits } from './engine.js' */
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
      if (this.#left === 0) at = this.readLines(bytes, at, this.#size)
      else {
        const data = bytes.subarray(at, at + this.#left)
        this.#left -= data.length
        at += data.length
        sink(data)
      }
      if (at === TOO_LARGE) return this.refuse('Chunk extensions too large')
      if (at < 0) return at
    }
    return at === bytes.length ? INCOMPLETE : this.scan(bytes, at)
  }

  /**
   * Reads the line of a size and, before it, the end of the chunk's data.
   *
   * @type {Read}
   */
  #size(bytes, start, end) {
    const lineStart = this.#hasData ? lineEnd(bytes, start, end) : start
    if (lineStart === INCOMPLETE) return INCOMPLETE
    const isLong = lineStart === INVALID
    if (isLong) return this.refuse('Bad chunk: expected CR LF where it ends')
    let at = lineStart
    while (at < end && FIELD_VALUE[bytes[at]] === 1) at++
    const next = lineEnd(bytes, at, end)
    if (next === INCOMPLETE) return INCOMPLETE
    const line = next === INVALID ? '' : bytes.toString('latin1', lineStart, at)
    const digits = SIZE_LINE.exec(line)?.[1] ?? ''
    const size = Number.parseInt(digits, 16)
    const isExact = digits !== '' && Number.isSafeInteger(size)
    if (!isExact) return this.refuse('Bad chunk size or extension')
    this.#extensions += line.length - digits.length
    if (this.#extensions > this.maxSize) return TOO_LARGE
    this.#left = size
    this.#isLast = size === 0
    this.#hasData = true
    return next
  }
}

/** The body of a request, on its way to whoever reads it. */
export class Body {
  /** Bytes that are to come, where the head has said how many. */
  #left
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
  constructor(head, request, { maxHeaderSize }) {
    this.#left = head.contentLength
    this.#request = request
    this.chunked = head.isChunked ? new Chunked(maxHeaderSize) : null
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
    const data = bytes.subarray(start, start + this.#left)
    this.#left -= data.length
    this.#pass(data)
    if (this.#left === 0) this.isOpen = false
    return start + data.length
  }

  /** @param {Buffer} chunk */
  #pass = (chunk) => {
    if (this.isOpen && !this.#request.push(chunk)) this.isPaused = true
  }
}
