import { Buffer } from 'node:buffer'
import { FIELD_VALUE, TOKEN } from './characters.js'
import { DONE, END, NAME, REFUSED, VALUE, VALUE_END } from './phases.js'
import * as refusals from './refusals.js'

/** @import { Step } from './phases.js' */
/** @import { Refusal } from './refusals.js' */

const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a

/** What a scan returns in place of an index. */
export const INCOMPLETE = -1
export const INVALID = -2

/** Room for what has come of most heads that do not come at once. */
const LEAST = 1024

const NOTHING = Buffer.alloc(0)

/**
 * Scans lines of fields up to the empty line behind them (RFC 9112 §5): the
 * trailers of a body, and in a Head the fields of a request. It looks at each
 * byte once, in however many pieces they come, and allocates nothing per field.
 */
export class FieldLines {
  /** Which of `phases.js` it is in. */
  phase = NAME
  /** @type {Readonly<Refusal> | null} why it isn't taken */
  refusal = null
  /** All lines, each with its CR LF, one character per byte. */
  text = ''

  /** Where it begins in the bytes at hand. The positions count from there. */
  base = 0
  /** Where the line begins, or the part of it that is being scanned. */
  mark = 0
  /** Where the first line begins. */
  fieldsStart = 0
  #nameEnd = 0
  #count = 0

  /** @type {Buffer | null} what has come of it, if not all did at once */
  #kept = null
  #keptLength = 0
  /** Where the scan goes on. */
  position = 0

  /**
   * @param {number} maxSize of all of it, in bytes
   * @param {number} maxCount of fields
   */
  constructor(maxSize, maxCount) {
    this.maxSize = maxSize
    this.maxCount = maxCount
  }

  /** Gets ready for the next one. */
  begin() {
    this.phase = NAME
    this.refusal = null
    this.text = ''
    this.mark = this.fieldsStart = this.#count = this.position = 0
    this.#kept = null
    this.#keptLength = 0
  }

  /**
   * Takes the next bytes. What it needs of them later, it keeps.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} the index behind the empty line; INCOMPLETE: all of them
   *   are taken; INVALID: there is a refusal
   */
  scan(bytes, start, end) {
    if (this.#kept === null) return this.#scanIn(bytes, start, end)
    const before = this.#keptLength
    const kept = this.#keep(this.#kept, bytes, start, end)
    const index = this.#scanIn(kept, 0, this.#keptLength)
    return index < 0 ? index : start + index - before
  }

  /**
   * @param {Buffer} bytes from the beginning of what is scanned
   * @param {number} start
   * @param {number} end
   */
  #scanIn(bytes, start, end) {
    const limit = Math.min(end, start + this.maxSize)
    this.base = start
    const index = this.run(bytes, start + this.position, limit)
    if (this.phase === DONE) {
      this.#kept = null
      return index
    }
    if (this.phase === REFUSED) return INVALID
    if (limit - start === this.maxSize) return this.refuse(this.overflow())
    this.position = index - start
    if (this.#kept === null) this.#keep(NOTHING, bytes, start, end)
    return INCOMPLETE
  }

  /**
   * Appends bytes to those that are kept, no more than the limit allows. The
   * room doubles each time, so that few bytes are copied again.
   *
   * @param {Buffer} kept
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  #keep(kept, bytes, start, end) {
    const length = this.#keptLength + end - start
    if (length > kept.length) {
      const room = Math.max(LEAST, 2 * length)
      const larger = Buffer.allocUnsafe(Math.min(room, this.maxSize))
      kept.copy(larger, 0, 0, this.#keptLength)
      kept = larger
    }
    this.#keptLength += bytes.copy(kept, this.#keptLength, start, end)
    this.#kept = kept
    return kept
  }

  /** @type {Step} */
  run(bytes, at, end) {
    while (at < end) {
      const { phase } = this
      if (phase === NAME) at = this.#name(bytes, at, end)
      else if (phase === VALUE) at = this.#value(bytes, at, end)
      else if (phase === VALUE_END) at = this.#valueEnd(bytes, at, end)
      else if (phase === END) at = this.#end(bytes, at, end)
      else break
    }
    return at
  }

  /** @type {Step} */
  #name(bytes, at, end) {
    while (at < end && TOKEN[bytes[at]] === 1) at++
    if (at === end) return at
    const length = at - this.base - this.mark
    if (length === 0 && bytes[at] === CR) {
      this.phase = END
    } else if (length === 0 || bytes[at] !== COLON) {
      this.refuse(refusals.BAD_NAME)
    } else if (++this.#count > this.maxCount) {
      this.refuse(refusals.LARGE_FIELDS)
    } else {
      this.#nameEnd = at - this.base
      this.phase = VALUE
    }
    return at + 1
  }

  /** @type {Step} */
  #value(bytes, at, end) {
    while (at < end && FIELD_VALUE[bytes[at]] === 1) at++
    if (at === end) return at
    if (bytes[at] === CR) this.phase = VALUE_END
    else this.refuse(refusals.BAD_VALUE)
    return at + 1
  }

  /** @type {Step} */
  #valueEnd(bytes, at) {
    if (bytes[at] !== LF) return this.refuse(refusals.BARE_CR)
    const { base, mark } = this
    this.phase = NAME
    this.mark = at + 1 - base
    this.field(bytes, base + mark, base + this.#nameEnd, at - 1)
    return at + 1
  }

  /** @type {Step} */
  #end(bytes, at) {
    if (bytes[at] !== LF) return this.refuse(refusals.BARE_CR)
    const start = this.base + this.fieldsStart
    this.text = bytes.toString('latin1', start, at - 1)
    this.phase = DONE
    this.finish()
    return at + 1
  }

  /** @param {Readonly<Refusal>} refusal */
  refuse(refusal) {
    this.refusal = refusal
    this.phase = REFUSED
    return INVALID
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

  /** Checks all of it together. */
  finish() {}

  /** Why it is not taken when it is too large. */
  overflow() {
    return refusals.LARGE_FIELDS
  }
}
