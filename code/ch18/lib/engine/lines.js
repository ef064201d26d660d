import { Buffer } from 'node:buffer'
import { FIELD_VALUE, TOKEN } from './characters.js'
import { refusalOf } from './refuse.js'

/** @import { Reason, Refusal } from './refuse.js' */

/** What reading returns in place of an index. */
export const INCOMPLETE = -1
export const INVALID = -2
export const TOO_LARGE = -3

const CR = 0x0d
const LF = 0x0a
const COLON = 0x3a

const NOTHING = Buffer.alloc(0)

/**
 * Reads lines from the bytes between two indexes, the last line included.
 *
 * @callback Read
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} the index behind them; INCOMPLETE or INVALID
 */

/**
 * Reads the end of a line, which is CR LF and nothing else (RFC 9112 §2.2).
 *
 * @type {Read}
 */
export function lineEnd(bytes, start, end) {
  if (start === end) return INCOMPLETE
  if (bytes[start] !== CR) return INVALID
  if (start + 1 === end) return INCOMPLETE
  return bytes[start + 1] === LF ? start + 2 : INVALID
}

/**
 * Lines of fields up to an empty line (RFC 9112 §5): the trailers of a body
 * and, in a Head, the fields of a request. They may arrive in pieces. If they're
 * whole, they're read where they lie. Otherwise the pieces are kept, and read
 * again when a line has ended.
 */
export class FieldLines {
  /** @type {Refusal | null} why they're refused */
  refusal = null
  /** All lines, each with its CR LF, one character per byte. */
  text = ''
  /** How much is kept, in bytes. */
  kept = 0
  #bytes = NOTHING
  /** Where the fields begin, counted from the first byte; -1: not known yet. */
  #first = -1
  /** Where the line begins that's to be read next. */
  #next = 0

  /** @param {number} maxSize of all lines together, in bytes */
  constructor(maxSize) {
    this.maxSize = maxSize
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   */
  #keep(bytes, start) {
    const length = Math.min(this.kept + bytes.length - start, this.maxSize)
    if (length > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], 2 * length)
    }
    bytes.copy(this.#bytes, this.kept, start)
    this.kept = length
  }

  /**
   * @param {Buffer} bytes that have just arrived
   * @param {number} start
   * @param {Read} lines
   * @returns {number} the index behind the lines; INCOMPLETE, INVALID, or
   *   TOO_LARGE
   */
  readLines(bytes, start, lines) {
    const before = this.kept
    if (before === 0) {
      const index = this.#read(bytes, start, bytes.length, lines)
      if (index === INCOMPLETE) this.#keep(bytes, start)
      return index
    }
    this.#keep(bytes, start)
    const isFull = this.kept === this.maxSize
    if (!isFull && bytes.indexOf(LF, start) === -1) return INCOMPLETE
    const index = this.#read(this.#bytes, 0, this.kept, lines)
    if (index < 0) return index
    this.kept = 0
    return start + index - before
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} length of what may be read in it
   * @param {Read} lines
   */
  #read(bytes, start, length, lines) {
    const end = Math.min(length, start + this.maxSize)
    const index = lines.call(this, bytes, start, end)
    const isFull = end - start === this.maxSize
    return index === INCOMPLETE && isFull ? TOO_LARGE : index
  }

  /**
   * @param {Buffer} bytes that have just arrived
   * @param {number} start
   * @returns {number} the index behind the empty line; INCOMPLETE: all bytes
   *   have been taken; INVALID: there's a refusal
   */
  scan(bytes, start) {
    const index = this.readLines(bytes, start, this.#lines)
    if (index !== TOO_LARGE) return index
    const isLine = this.#first === -1
    return this.refuse(isLine ? 'Request line too long' : 'Fields too large')
  }

  /** @type {Read} */
  #lines(bytes, start, end) {
    if (this.#first === -1) {
      const first = this.firstLine(bytes, start, end)
      if (first < 0) return first
      this.#first = this.#next = first - start
    }
    let at = start + this.#next
    while (at < end && bytes[at] !== CR) {
      at = this.#line(bytes, at, end)
      if (at < 0) return at
      this.#next = at - start
    }
    const index = lineEnd(bytes, at, end)
    if (index === INCOMPLETE) return index
    if (index === INVALID) return this.refuse('Bad line end: expected CR LF')
    this.text = bytes.toString('latin1', start + this.#first, at)
    this.finish()
    return this.refusal === null ? index : INVALID
  }

  /** @type {Read} */
  #line(bytes, start, end) {
    let at = start
    while (at < end && TOKEN[bytes[at]] === 1) at++
    if (at === end) return INCOMPLETE
    const hasName = at > start && bytes[at] === COLON
    if (!hasName) return this.refuse('Bad field name')
    const nameEnd = at++
    while (at < end && FIELD_VALUE[bytes[at]] === 1) at++
    const next = lineEnd(bytes, at, end)
    if (next === INCOMPLETE) return next
    if (next === INVALID) return this.refuse('Bad field value')
    this.field(bytes, start, nameEnd, at)
    return this.refusal === null ? next : INVALID
  }

  /** @param {Reason} detail */
  refuse(detail) {
    this.refusal = refusalOf(detail)
    return INVALID
  }

  /**
   * Reads what stands before the fields.
   *
   * @type {Read}
   */
  firstLine(_bytes, start, _end) {
    return start
  }

  /**
   * Takes note of a field. Its value may have whitespace around it.
   *
   * @param {Buffer} _bytes
   * @param {number} _nameStart
   * @param {number} _nameEnd
   * @param {number} _valueEnd
   */
  field(_bytes, _nameStart, _nameEnd, _valueEnd) {}

  /** Checks all fields together. */
  finish() {}
}
