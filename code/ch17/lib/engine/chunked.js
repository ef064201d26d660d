import { DIGITS } from '../common/percent.js'
import { FIELD_VALUE, TOKEN } from './characters.js'
import { FieldLines, INCOMPLETE, INVALID } from './field-lines.js'
import * as refusals from './refusals.js'

/** @import { Step } from './phases.js' */
/** @import { Refusal } from './refusals.js' */

const LF = 0x0a
const CR = 0x0d

const SIZE = 0
const EXTENSIONS = 1
const SIZE_END = 2
const DATA = 3
const DATA_CR = 4
const DATA_LF = 5
const TRAILERS = 6
const REFUSED = 7

/** With more of them, a size would not be an exact number. */
const MAX_DIGITS = 13

/** Any number of `;name`, `;name=token` and `;name="text"` (RFC 9112 §7.1.1). */
const EXTENSION_LIST =
  /^(?:[\t ]*;[\t ]*[!#$%&'*+\-.^_`|~\w]+(?:[\t ]*=[\t ]*(?:[!#$%&'*+\-.^_`|~\w]+|"(?:[^"\\]|\\.)*"))?)*$/

/** Reads a body in chunks (RFC 9112 §7.1), in whatever pieces it comes. */
export class Chunked {
  /** @type {Readonly<Refusal> | null} */
  refusal = null
  #phase = SIZE
  #digits = 0
  /** The size of the chunk, and then what is to come of it. */
  #left = 0
  #extensions = ''
  #extensionsSize = 0
  /** @type {FieldLines} */
  #trailers

  /**
   * @param {number} maxSize of the trailers, and of all extensions, in bytes
   * @param {number} maxCount of trailers
   */
  constructor(maxSize, maxCount) {
    this.#trailers = new FieldLines(maxSize, maxCount)
  }

  /** The lines of the trailers, each with its CR LF. */
  get trailers() {
    return this.#trailers.text
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {(data: Buffer) => void} sink gets the data, which is not copied
   * @returns {number} the index behind the body; INCOMPLETE: all bytes are
   *   taken; INVALID: there is a refusal
   */
  read(bytes, start, end, sink) {
    let at = start
    while (at < end && this.#phase < TRAILERS) {
      const phase = this.#phase
      if (phase === SIZE) at = this.#size(bytes, at, end)
      else if (phase === EXTENSIONS) at = this.#extension(bytes, at, end)
      else if (phase === DATA) at = this.#data(bytes, at, end, sink)
      else at = this.#lineBreak(bytes, at, end)
    }
    if (this.#phase === REFUSED) return INVALID
    if (at === end) return INCOMPLETE
    const index = this.#trailers.scan(bytes, at, end)
    this.refusal = this.#trailers.refusal
    return index
  }

  /** @type {Step} */
  #size(bytes, at, end) {
    for (; at < end && DIGITS[bytes[at]] >= 0; at++) {
      this.#left = this.#left * 16 + DIGITS[bytes[at]]
      if (++this.#digits > MAX_DIGITS) break
    }
    if (at === end) return at
    const isSize = this.#digits > 0 && this.#digits <= MAX_DIGITS
    if (!isSize || TOKEN[bytes[at]] === 1) {
      return this.#refuse(refusals.BAD_CHUNK_SIZE)
    }
    this.#phase = EXTENSIONS
    return at
  }

  /** @type {Step} */
  #extension(bytes, at, end) {
    let stop = at
    while (stop < end && FIELD_VALUE[bytes[stop]] === 1) stop++
    if (stop > at) this.#extensions += bytes.toString('latin1', at, stop)
    this.#extensionsSize += stop - at
    if (this.#extensionsSize > this.#trailers.maxSize) {
      return this.#refuse(refusals.LARGE_EXTENSIONS)
    }
    if (stop === end) return stop
    if (bytes[stop] !== CR || !EXTENSION_LIST.test(this.#extensions)) {
      return this.#refuse(refusals.BAD_EXTENSION)
    }
    this.#phase = SIZE_END
    return stop + 1
  }

  /**
   * @param {Buffer} bytes
   * @param {number} at
   * @param {number} end
   * @param {(data: Buffer) => void} sink
   */
  #data(bytes, at, end, sink) {
    const stop = Math.min(end, at + this.#left)
    this.#left -= stop - at
    if (this.#left === 0) this.#phase = DATA_CR
    sink(bytes.subarray(at, stop))
    return stop
  }

  /** @type {Step} */
  #lineBreak(bytes, at) {
    const phase = this.#phase
    if (bytes[at] !== (phase === DATA_CR ? CR : LF)) {
      const isData = phase !== SIZE_END
      return this.#refuse(isData ? refusals.BAD_CHUNK_END : refusals.BARE_CR)
    }
    if (phase === DATA_CR) this.#phase = DATA_LF
    else if (phase === DATA_LF) this.#begin()
    else this.#phase = this.#left === 0 ? TRAILERS : DATA
    return at + 1
  }

  /** Gets ready for the next chunk. */
  #begin() {
    this.#phase = SIZE
    this.#digits = this.#left = 0
    this.#extensions = ''
  }

  /** @param {Readonly<Refusal>} refusal */
  #refuse(refusal) {
    this.refusal = refusal
    this.#phase = REFUSED
    return INVALID
  }
}
