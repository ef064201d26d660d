import { isWord } from './characters.js'
import { codingRefusal, contentLengthAt } from './framing.js'
import * as refusals from './refusals.js'
import { RequestLine } from './request-line.js'
import { authorityOf, isHostAt } from './target.js'
import { hasMember, hasOther, trimEnd, trimStart } from './values.js'

/**
 * @typedef {(bytes: Buffer, start: number, end: number) => void} Note of the
 *   value between two indexes
 */

/**
 * The head of a request, and when that has its turn, of another one.
 * Only the fields that say how to go on are read; all others are text.
 */
export class Head extends RequestLine {
  /** In bytes; -1: there is no Content-Length. */
  contentLength = -1
  isChunked = false
  wantsClose = false
  wantsKeepAlive = false
  /** Whether another protocol is asked for: node:http's 'upgrade'. */
  wantsUpgrade = false
  /** Whether the client waits for a 100 before it sends the body. */
  expectsContinue = false
  hasUnknownExpectation = false
  #hasHost = false
  #hasCoding = false
  #hasUpgrade = false
  #hasUpgradeOption = false

  begin() {
    super.begin()
    this.contentLength = -1
    this.isChunked = this.wantsClose = this.wantsKeepAlive = false
    this.wantsUpgrade = this.expectsContinue = false
    this.hasUnknownExpectation = this.#hasHost = this.#hasCoding = false
    this.#hasUpgrade = this.#hasUpgradeOption = false
  }

  /** Whether it breaks the one rule that can be told to a response. */
  get lacksHost() {
    return this.minor === 1 && !this.#hasHost
  }

  /** Whether a body follows. */
  get hasBody() {
    return this.isChunked || this.contentLength > 0
  }

  /** Whether there may be another request behind it (RFC 9112 §9.3). */
  get keepsAlive() {
    return !this.wantsClose && (this.minor === 1 || this.wantsKeepAlive)
  }

  /**
   * Whose host the request means: that of a target in absolute form counts, and
   * not the Host field (RFC 9112 §3.2.2).
   *
   * @returns {string | null} null: the target names none
   */
  get authority() {
    return authorityOf(this.target)
  }

  /**
   * @param {Buffer} bytes
   * @param {number} nameStart
   * @param {number} nameEnd
   * @param {number} valueEnd
   */
  field(bytes, nameStart, nameEnd, valueEnd) {
    const name = NAMES[nameEnd - nameStart]
    if (name === undefined || !isWord(bytes, nameStart, nameEnd, name)) return
    const start = trimStart(bytes, nameEnd + 1, valueEnd)
    const end = trimEnd(bytes, start, valueEnd)
    if (name === 'host') this.#host(bytes, start, end)
    else if (name === 'connection') this.#connection(bytes, start, end)
    else if (name === 'content-length') this.#length(bytes, start, end)
    else if (name === 'transfer-encoding') this.#coding(bytes, start, end)
    else if (name === 'expect') this.#expect(bytes, start, end)
    else if (name === 'upgrade') this.#hasUpgrade = true
  }

  /** @type {Note} */
  #host(bytes, start, end) {
    const isSecond = this.#hasHost
    this.#hasHost = true
    if (isSecond || !isHostAt(bytes, start, end)) this.refuse(refusals.BAD_HOST)
  }

  /** @type {Note} */
  #connection(bytes, start, end) {
    if (hasMember(bytes, start, end, 'close')) this.wantsClose = true
    if (hasMember(bytes, start, end, 'keep-alive')) this.wantsKeepAlive = true
    if (hasMember(bytes, start, end, 'upgrade')) this.#hasUpgradeOption = true
  }

  /**
   * A second one is refused even if it says the same, as a list is: whoever
   * sends that has something in mind (RFC 9112 §6.3 allows it).
   *
   * @type {Note}
   */
  #length(bytes, start, end) {
    const isSecond = this.contentLength !== -1
    this.contentLength = contentLengthAt(bytes, start, end)
    if (isSecond || this.contentLength === -1) this.refuse(refusals.BAD_LENGTH)
  }

  /** @type {Note} */
  #coding(bytes, start, end) {
    const isSecond = this.#hasCoding
    this.#hasCoding = true
    const refusal = isSecond
      ? refusals.BAD_CODING
      : codingRefusal(bytes, start, end)
    if (refusal === null) this.isChunked = true
    else this.refuse(refusal)
  }

  /** @type {Note} */
  #expect(bytes, start, end) {
    const known = '100-continue'
    if (hasMember(bytes, start, end, known)) this.expectsContinue = true
    if (hasOther(bytes, start, end, known)) this.hasUnknownExpectation = true
  }

  /** What only all fields together tell. */
  finish() {
    if (this.minor === 1) {
      this.wantsUpgrade = this.#hasUpgrade && this.#hasUpgradeOption
    } else {
      // HTTP/1.0 had none of these (RFC 9110 §7.8 and §10.1.1, RFC 9112 §6.1).
      this.expectsContinue = false
      if (this.isChunked) this.refuse(refusals.BAD_CODING)
    }
    if (this.isChunked && this.contentLength !== -1) {
      this.refuse(refusals.TWO_LENGTHS)
    }
  }
}

/** @type {string[]} names of the fields that count here, by their length */
const NAMES = []
for (const name of [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]) {
  NAMES[name.length] = name
}
