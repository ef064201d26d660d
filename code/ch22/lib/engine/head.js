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
import { BAD_HOST } from './refuse.js'
import { isHost, isTargetOf, methodAt, minorVersionAt } from './request-line.js'

/** @import { Read } from './lines.js' */

/**
 * @callback Note of a value
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {void}
 */

const SPACE = 0x20

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} allowed the table of its characters
 * @returns {number} where a word ends, at the space behind it; INCOMPLETE or
 *   INVALID
 */
function wordEnd(bytes, start, end, allowed) {
  let at = start
  while (at < end && allowed[bytes[at]] === 1) at++
  if (at === end) return INCOMPLETE
  return at > start && bytes[at] === SPACE ? at : INVALID
}

const READ = 'host connection content-length transfer-encoding expect upgrade'

/** @type {string[]} names of the fields that count here, by their length */
const NAMES = []
for (const name of READ.split(' ')) NAMES[name.length] = name

/**
 * The head of one request at a time; it's reused. Only the fields that the
 * engine needs are read, all others are text.
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
  /** The length of an empty line before it. */
  #skipped = 0
  #hasHost = false
  /** The last one that was valid: most requests name the same. */
  #knownHost = ''
  #hasUpgrade = false
  #hasUpgradeOption = false

  begin() {
    super.begin()
    this.method = this.target = ''
    this.minor = 1
    this.#skipped = 0
    this.contentLength = -1
    this.isChunked = this.wantsClose = this.wantsKeepAlive = false
    this.expectsContinue = this.hasUnknownExpectation = false
    this.#hasHost = false
    this.#hasUpgrade = this.#hasUpgradeOption = false
  }

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

  /** Whether nothing has arrived but the empty line that may come before. */
  get isEmpty() {
    return this.pieces.length === this.#skipped
  }

  /**
   * Reads the request line. An empty line before it is skipped (RFC 9112 §2.2).
   *
   * @type {Read}
   */
  firstLine(bytes, start, end) {
    const behind = lineEnd(bytes, start, end)
    if (behind === INCOMPLETE) return INCOMPLETE
    this.#skipped = behind === INVALID ? 0 : 2
    const methodStart = start + this.#skipped
    const methodEnd = wordEnd(bytes, methodStart, end, TOKEN)
    if (methodEnd === INVALID) {
      return this.refuse(400, 'HPE_INVALID_METHOD', 'Bad method')
    }
    if (methodEnd === INCOMPLETE) return INCOMPLETE
    this.method = methodAt(bytes, methodStart, methodEnd)
    const targetStart = methodEnd + 1
    const targetEnd = wordEnd(bytes, targetStart, end, TARGET)
    if (targetEnd === INVALID) {
      return this.refuse(400, 'HPE_INVALID_URL', 'Bad request target')
    }
    if (targetEnd === INCOMPLETE) return INCOMPLETE
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
    if (next === INVALID || this.minor === -1) {
      return this.refuse(400, 'HPE_INVALID_VERSION', 'Bad version')
    }
    if (this.minor === -2) {
      const detail = 'Unknown version: expected HTTP/1.1 or HTTP/1.0'
      return this.refuse(505, 'HPE_INVALID_VERSION', detail)
    }
    if (this.method === '') {
      return this.refuse(501, 'HPE_INVALID_METHOD', 'Unknown method')
    }
    if (!isTargetOf(this.method, this.target)) {
      return this.refuse(400, 'HPE_INVALID_URL', 'Bad request target')
    }
    return next
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
    if (!isSecond && isText(bytes, start, end, this.#knownHost)) return
    const host = bytes.toString('latin1', start, end)
    if (isSecond || !isHost(host)) this.refusal = BAD_HOST
    else this.#knownHost = host
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
    const isSecond = this.contentLength !== -1
    const digits = bytes.toString('latin1', start, end)
    const length = Number(digits)
    const isExact = Number.isSafeInteger(length) && /^\d+$/.test(digits)
    this.contentLength = length
    if (!isSecond && isExact) return
    const detail = 'Bad Content-Length: expected one, with digits'
    this.refuse(400, 'HPE_INVALID_CONTENT_LENGTH', detail)
  }

  /**
   * HTTP/1.0 had no codings (RFC 9112 §6.1).
   *
   * @type {Note}
   */
  #coding(bytes, start, end) {
    const isBad = this.isChunked || this.minor === 0
    this.isChunked = true
    const status = isBad ? 400 : codingStatus(bytes, start, end)
    if (status === 0) return
    const detail = 'Bad Transfer-Encoding: expected chunked alone, in HTTP/1.1'
    this.refuse(status, 'HPE_INVALID_TRANSFER_ENCODING', detail)
  }

  /** A body has one length, and not two (RFC 9112 §6.1). */
  finish() {
    if (!this.isChunked || this.contentLength === -1) return
    const detail = 'Content-Length beside Transfer-Encoding'
    this.refuse(400, 'HPE_UNEXPECTED_CONTENT_LENGTH', detail)
  }
}

/**
 * Reads a Transfer-Encoding (RFC 9112 §6.1). If chunked isn't the last coding,
 * there's no telling where the body ends, which is a 400 (§6.3). If another
 * coding comes before it, we only lack that one: 501.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} a status; 0: the body comes in chunks
 */
function codingStatus(bytes, start, end) {
  const codings = membersOf(bytes, start, end)
  const last = codings.pop()
  if (last !== 'chunked' || codings.includes(last)) return 400
  if (codings.includes('')) return 400
  return codings.length === 0 ? 0 : 501
}
