import {
  isText,
  isWord,
  membersOf,
  TARGET,
  TOKEN,
  trimEnd,
  trimStart,
} from './characters.js'
import { FieldLines, INCOMPLETE, INVALID, lineEnd } from './lines.js'
import { isHost, isTargetOf, methodAt, minorVersionAt } from './request-line.js'

/** @import { Read } from './lines.js' */
/** @import { Reason } from './refuse.js' */

/**
 * @callback Note of a value
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {void}
 */

const SPACE = 0x20

const READ = 'host connection content-length transfer-encoding expect upgrade'

/** @type {string[]} names of the fields that count here, by their length */
const NAMES = []
for (const name of READ.split(' ')) NAMES[name.length] = name

/** The last Host that was valid: most requests name the same. */
let knownHost = ''

/**
 * The head of a request. Only the fields that the engine needs are read, all
 * others are text.
 */
export class Head extends FieldLines {
  method = ''
  target = ''
  /** 1 for HTTP/1.1, 0 for HTTP/1.0 */
  minor = 1
  /** In bytes; -1: there's no Content-Length. */
  contentLength = -1
  isChunked = false
  wantsClose = false
  wantsKeepAlive = false
  /** Whether the client waits for a 100 before it sends the body. */
  expectsContinue = false
  hasUnknownExpectation = false
  #hasHost = false
  #hasUpgrade = false
  #hasUpgradeOption = false

  /** The request is readable without a Host, so it gets an ordinary answer. */
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

  /** Whether another protocol is asked for, which HTTP/1.0 didn't know. */
  get wantsUpgrade() {
    const isAsked = this.#hasUpgrade && this.#hasUpgradeOption
    return isAsked && this.minor === 1 && this.#hasHost && !this.wantsClose
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {Uint8Array} allowed the table of its characters
   * @param {Reason} reason to refuse another one
   * @returns {number} where a word ends, at the space behind it; INCOMPLETE or
   *   INVALID
   */
  #word(bytes, start, end, allowed, reason) {
    let at = start
    while (at < end && allowed[bytes[at]] === 1) at++
    if (at === end) return INCOMPLETE
    return at > start && bytes[at] === SPACE ? at : this.refuse(reason)
  }

  /**
   * Reads the request line. An empty line before it is skipped (RFC 9112 §2.2).
   *
   * @type {Read}
   */
  firstLine(bytes, start, end) {
    const behind = lineEnd(bytes, start, end)
    if (behind === INCOMPLETE) return INCOMPLETE
    const methodStart = behind === INVALID ? start : behind
    const methodEnd = this.#word(bytes, methodStart, end, TOKEN, 'Bad method')
    if (methodEnd < 0) return methodEnd
    this.method = methodAt(bytes, methodStart, methodEnd)
    const targetStart = methodEnd + 1
    const isBad = 'Bad request target'
    const targetEnd = this.#word(bytes, targetStart, end, TARGET, isBad)
    if (targetEnd < 0) return targetEnd
    this.target = bytes.toString('latin1', targetStart, targetEnd)
    return this.#version(bytes, targetEnd + 1, end)
  }

  /**
   * What's wrong first counts: it isn't HTTP, it isn't ours, it makes no sense.
   *
   * @type {Read}
   */
  #version(bytes, start, end) {
    let at = start
    while (at < end && TARGET[bytes[at]] === 1) at++
    const next = lineEnd(bytes, at, end)
    if (next === INCOMPLETE) return INCOMPLETE
    this.minor = minorVersionAt(bytes, start, at)
    if (next === INVALID || this.minor === -1) return this.refuse('Bad version')
    if (this.minor === -2) return this.refuse('Unknown version')
    if (this.method === '') return this.refuse('Unknown method')
    const isTarget = isTargetOf(this.method, this.target)
    return isTarget ? next : this.refuse('Bad request target')
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
    else this.#hasUpgrade = true
  }

  /** @type {Note} */
  #host(bytes, start, end) {
    const isSecond = this.#hasHost
    this.#hasHost = true
    if (!isSecond && isText(bytes, start, end, knownHost)) return
    const host = bytes.toString('latin1', start, end)
    const isBad = isSecond || !isHost(host)
    if (isBad) this.refuse('Bad Host: expected one, with host and port')
    else knownHost = host
  }

  /** @type {Note} */
  #connection(bytes, start, end) {
    // It's what browsers send, and it needs no strings.
    const isUsual = isWord(bytes, start, end, 'keep-alive')
    const options = isUsual ? ['keep-alive'] : membersOf(bytes, start, end)
    for (const option of options) {
      if (option === 'close') this.wantsClose = true
      else if (option === 'keep-alive') this.wantsKeepAlive = true
      else if (option === 'upgrade') this.#hasUpgradeOption = true
    }
  }

  /**
   * HTTP/1.0 had no expectations (RFC 9110 §10.1.1).
   *
   * @type {Note}
   */
  #expect(bytes, start, end) {
    for (const expectation of membersOf(bytes, start, end)) {
      if (expectation === '100-continue') {
        this.expectsContinue = this.minor === 1
      } else if (expectation !== '') this.hasUnknownExpectation = true
    }
  }

  /**
   * A second one is refused even if it says the same, and so is a list: it may
   * mean something else to another program (RFC 9112 §6.3 allows it). Digits,
   * and nothing else: no sign, no list, no number that is not exact.
   *
   * @type {Note}
   */
  #length(bytes, start, end) {
    const isFirst = this.contentLength === -1
    const digits = bytes.toString('latin1', start, end)
    this.contentLength = Number(digits)
    const isLength = isFirst && /^\d+$/.test(digits)
    if (isLength && Number.isSafeInteger(this.contentLength)) return
    this.refuse('Content-Length: expected one number')
  }

  /**
   * If chunked isn't the last coding, there's no telling where the body ends,
   * which is a 400 (RFC 9112 §6.3). If another coding comes before it, we only
   * lack that one: 501. HTTP/1.0 had no codings (§6.1).
   *
   * @type {Note}
   */
  #coding(bytes, start, end) {
    const codings = membersOf(bytes, start, end)
    const isLast = codings.pop() === 'chunked'
    const isOdd = codings.includes('chunked') || codings.includes('')
    const isBad = !isLast || isOdd || this.isChunked || this.minor === 0
    this.isChunked = true
    if (isBad) this.refuse('Transfer-Encoding: expected chunked')
    else if (codings.length > 0) this.refuse('Unknown Transfer-Encoding')
  }

  /** A body has one length, and not two (RFC 9112 §6.1). */
  finish() {
    const hasTwo = this.isChunked && this.contentLength !== -1
    if (hasTwo) this.refuse('Content-Length beside chunks')
  }
}
