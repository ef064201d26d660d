/**
 * Reads HTTP/1.x messages, line by line. It refuses what node:http's parser
 * refuses, with the same code, but says it in one text for each code.
 */
import { Buffer } from '../buffer.js'
import { METHODS, maxHeaderSize } from './constants.js'

/**
 * @typedef {object} Head
 * @property {string} method '' in a response
 * @property {string} url
 * @property {number} status 0 in a request
 * @property {string} reason
 * @property {number} major
 * @property {number} minor
 * @property {string[]} rawHeaders name, value, name, value, …
 * @property {boolean} keepAlive
 * @property {boolean} upgrade
 */
/**
 * @typedef {object} Listeners
 * @property {(head: Head) => number | void} onHead may return 1: there is no
 *   body, or 2: what follows is no HTTP
 * @property {(bytes: Uint8Array) => void} onBody
 * @property {(rawTrailers: string[]) => void} onComplete
 */
/** @typedef {Error & { code: string, reason: string }} ParseError */

const LF = 10
const CR = 13

/** The most that the extensions of a body's chunks may have, in bytes. */
const EXTENSIONS = 16384

/** How much of a line may come that is not counted: `OPTIONS`, spaces, … */
const UNCOUNTED = 64

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+"
const AUTHORITY = "[\\w\\-.~!*'();:&=+$,%[\\]]"
const HOST = `${AUTHORITY}*(?:@${AUTHORITY}*)?`

const REQUEST_LINE = /^([A-Z-]+) +([^ ]+)(?: +(HTTP\/(\d)\.(\d)))?$/
const STATUS_LINE = /^HTTP\/(\d)\.(\d) (\d{3})(?: (.*))?$/
const VERSIONS = ['0.9', '1.0', '1.1', '2.0']
const TARGET = new RegExp(
  `^(?:[/*][!-~]*|[A-Za-z]+://(?=[^ ])${HOST}(?:[/?#][!-~]*)?)$`,
)
const CONNECT_TARGET = new RegExp(`^${HOST}(?:[/?][!-~]*)?$`)
const FIELD = new RegExp(`^(${TOKEN}):([\\t -~\\x80-\\xff]*)$`)
const CHUNK = /^0*([\da-f]{1,16})(;.*)?$/i
const EXTENSION = new RegExp(
  `^(?:;${TOKEN}(?:=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*$`,
)

/** @type {Record<string, string>} what is said of it */
const REASONS = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'Chunk extensions overflow',
  HPE_CLOSED_CONNECTION: 'Data after `Connection: close`',
  HPE_CR_EXPECTED: 'Missing expected CR',
  HPE_HEADER_OVERFLOW: 'Header overflow',
  HPE_INVALID_CHUNK_SIZE: 'Invalid character in chunk size',
  HPE_INVALID_CONSTANT: 'Expected HTTP/',
  HPE_INVALID_CONTENT_LENGTH: 'Invalid Content-Length',
  HPE_INVALID_EOF_STATE: 'Invalid EOF state',
  HPE_INVALID_HEADER_TOKEN: 'Invalid header token',
  HPE_INVALID_METHOD: 'Invalid method encountered',
  HPE_INVALID_STATUS: 'Invalid response status',
  HPE_INVALID_TRANSFER_ENCODING: 'Invalid `Transfer-Encoding`',
  HPE_INVALID_URL: 'Invalid characters in url',
  HPE_INVALID_VERSION: 'Invalid HTTP version',
  HPE_STRICT: 'Expected LF after chunk data',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Duplicate Content-Length',
  HPE_UNEXPECTED_SPACE: 'Unexpected space after start line',
}

/**
 * @param {string} code
 * @returns {ParseError}
 */
const refuse = (code) =>
  Object.assign(new Error(`Parse Error: ${REASONS[code]}`), {
    code,
    reason: REASONS[code],
  })

/** @param {string} text without the white space around it (RFC 9110 §5.6.3) */
const trimmed = (text) => text.replace(/^[ \t]+|[ \t]+$/g, '')

/** @typedef {(line: string) => void} LineReader */

export class Parser {
  /** @type {Listeners} */
  #listeners
  #isRequest
  #limit
  /** What reads the next line. @type {LineReader} */
  #onLine = (line) => this.#startLine(line)
  /** Of the line that is coming. @type {Uint8Array[]} */
  #pieces = []
  #pending = 0
  /** How many bytes of a body are to come before the next line. */
  #bodyLeft = 0
  #isInMessage = false
  #isUntilEnd = false
  #isUpgraded = false
  /** Of the head, so far, in bytes. */
  #size = 0
  /** Of the chunks' extensions, so far, in bytes. */
  #extensions = 0
  #head = emptyHead()
  #framing = emptyFraming()
  /** @type {string[]} */
  #trailers = []
  /** @type {ParseError | null} */
  #error = null

  /**
   * @param {'request' | 'response'} type
   * @param {Listeners} listeners
   * @param {{ maxHeaderSize?: number }} [options] in bytes; 16384
   */
  constructor(type, listeners, options = {}) {
    this.#listeners = listeners
    this.#isRequest = type === 'request'
    this.#limit = options.maxHeaderSize || maxHeaderSize
  }

  /** Whether what follows is not HTTP any more. */
  get isUpgraded() {
    return this.#isUpgraded
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {number | ParseError} how many bytes were read
   */
  execute(bytes) {
    if (this.#error) return this.#error
    let at = 0
    try {
      while (at < bytes.length && !this.#isUpgraded) {
        const rest = bytes.subarray(at)
        at += this.#bodyLeft > 0 ? this.#readBody(rest) : this.#readLine(rest)
      }
    } catch (error) {
      const parseError = /** @type {ParseError} */ (error)
      if (typeof parseError?.reason !== 'string') throw error
      this.#error = parseError
      return parseError
    }
    return at
  }

  /**
   * The connection has ended.
   *
   * @returns {ParseError | null}
   */
  finish() {
    // Whoever has been told of one error need not hear of it again.
    if (this.#error) return null
    if (this.#isUntilEnd) {
      this.#isUntilEnd = false
      this.#complete([])
      return null
    }
    const isEarly = this.#isInMessage || this.#pending > 0
    return isEarly ? refuse('HPE_INVALID_EOF_STATE') : null
  }

  /** @param {Uint8Array} bytes @returns {number} how many were read */
  #readBody(bytes) {
    const part = bytes.subarray(0, this.#bodyLeft)
    this.#bodyLeft -= part.length
    this.#listeners.onBody(part)
    // A body of a length known before is complete without another byte.
    if (this.#bodyLeft === 0 && this.#framing.length !== null) this.#complete()
    return part.length
  }

  /** @param {Uint8Array} bytes @returns {number} how many were read */
  #readLine(bytes) {
    this.#checkFirst(bytes[0])
    const end = bytes.indexOf(LF)
    const piece = bytes.subarray(0, end === -1 ? bytes.length : end)
    this.#pieces.push(piece)
    this.#pending += piece.length
    if (this.#pending + this.#size > this.#limit + UNCOUNTED) {
      throw refuse('HPE_HEADER_OVERFLOW')
    }
    if (end === -1) return bytes.length
    const line = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#pending = 0
    if (line.at(-1) !== CR && (line.length > 0 || this.#isInMessage)) {
      throw refuse('HPE_CR_EXPECTED')
    }
    this.#onLine(line.toString('latin1', 0, Math.max(0, line.length - 1)))
    return end + 1
  }

  /**
   * What can begin no message is refused without waiting for the rest of a
   * line: TLS, above all.
   *
   * @param {number} byte
   */
  #checkFirst(byte) {
    const isFirst = !this.#isInMessage && this.#pending === 0
    if (!isFirst || byte === CR || byte === LF) return
    if (!this.#head.keepAlive) throw refuse('HPE_CLOSED_CONNECTION')
    const isCapital = byte >= 65 && byte <= 90
    if (this.#isRequest && !isCapital) throw refuse('HPE_INVALID_METHOD')
  }

  /** @type {LineReader} */
  #startLine(line) {
    if (line === '') return
    this.#isInMessage = true
    this.#size = 0
    this.#extensions = 0
    this.#head = emptyHead()
    this.#framing = emptyFraming()
    this.#trailers = []
    if (this.#isRequest) this.#requestLine(line)
    else this.#statusLine(line)
    this.#onLine = (next) => this.#headLine(next)
  }

  /** @param {string} line */
  #requestLine(line) {
    const head = this.#head
    const [word] = line.split(' ')
    if (!METHODS.includes(word)) throw refuse('HPE_INVALID_METHOD')
    const found = REQUEST_LINE.exec(line)
    const target = found?.[2] ?? line.split(/ +/)[1] ?? ''
    const form = word === 'CONNECT' ? CONNECT_TARGET : TARGET
    if (!form.test(target)) throw refuse('HPE_INVALID_URL')
    if (!found) {
      const isOther = !/^[^ ]+ +[^ ]+ +HTTP\//.test(line)
      throw refuse(isOther ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID_VERSION')
    }
    // Without a version it is HTTP/0.9.
    const [, method, url, , major = '0', minor = '9'] = found
    Object.assign(head, { method, url })
    this.#setVersion(major, minor)
    this.#count(url.length)
  }

  /** @param {string} line */
  #statusLine(line) {
    const found = STATUS_LINE.exec(line)
    if (!found) {
      const isOther = !line.startsWith('HTTP/')
      throw refuse(isOther ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID_STATUS')
    }
    const [, major, minor, status, reason = ''] = found
    Object.assign(this.#head, { status: Number(status), reason })
    this.#setVersion(major, minor)
  }

  /** @param {string} major @param {string} minor */
  #setVersion(major, minor) {
    if (!VERSIONS.includes(`${major}.${minor}`)) {
      throw refuse('HPE_INVALID_VERSION')
    }
    this.#head.major = Number(major)
    this.#head.minor = Number(minor)
  }

  /** @type {LineReader} */
  #headLine(line) {
    if (line === '') return this.#endHead()
    const { rawHeaders } = this.#head
    if (line.startsWith(' ') && rawHeaders.length === 0) {
      throw refuse('HPE_UNEXPECTED_SPACE')
    }
    const [name, value] = this.#field(line)
    rawHeaders.push(name, value)
    this.#note(name.toLowerCase(), value)
  }

  /** @type {LineReader} */
  #trailerLine(line) {
    if (line === '') return this.#complete(this.#trailers)
    this.#trailers.push(...this.#field(line))
  }

  /** @param {string} line @returns {[name: string, value: string]} */
  #field(line) {
    const found = FIELD.exec(line)
    if (!found) throw refuse('HPE_INVALID_HEADER_TOKEN')
    const [, name, text] = found
    this.#count(name.length + text.replace(/^[ \t]+/, '').length)
    return [name, trimmed(text)]
  }

  /** @param {number} bytes of the head that have come */
  #count(bytes) {
    this.#size += bytes
    if (this.#size >= this.#limit) throw refuse('HPE_HEADER_OVERFLOW')
  }

  /**
   * Fields that say how the message goes on.
   *
   * @param {string} name
   * @param {string} value
   */
  #note(name, value) {
    const framing = this.#framing
    const words = value.toLowerCase().split(',').map(trimmed)
    if (name === 'connection' || name === 'proxy-connection') {
      for (const word of words) framing.connection.add(word)
    } else if (name === 'upgrade') framing.isUpgrade = value !== ''
    else if (name === 'content-length') framing.length = this.#length(value)
    else if (name === 'transfer-encoding') {
      framing.codings.push(...words)
      const isLast = !framing.codings.slice(0, -1).includes('chunked')
      if (framing.length !== null || (this.#isRequest && !isLast)) {
        throw refuse('HPE_INVALID_TRANSFER_ENCODING')
      }
    }
  }

  /** @param {string} value of Content-Length */
  #length(value) {
    const { length, codings } = this.#framing
    if (length !== null) throw refuse('HPE_UNEXPECTED_CONTENT_LENGTH')
    const isNumber = /^\d+$/.test(value) && BigInt(value) < 2n ** 64n
    if (codings.length > 0 || !isNumber) {
      throw refuse('HPE_INVALID_CONTENT_LENGTH')
    }
    return Number(value)
  }

  #endHead() {
    const { connection, isUpgrade, length, codings } = this.#framing
    const head = this.#head
    const { status } = head
    const isChunked = codings.at(-1) === 'chunked'
    const isConnect = head.method === 'CONNECT' || status === 101
    head.upgrade = isConnect || (isUpgrade && connection.has('upgrade'))
    const isBodyless =
      (status >= 100 && status < 200) || status === 204 || status === 304
    const isUntilEnd =
      !this.#isRequest && length === null && !isChunked && !isBodyless
    head.keepAlive = this.#keepsAlive() && !isUntilEnd
    const answer = this.#listeners.onHead(head) ?? 0
    if (answer === 2) this.#isUpgraded = true
    if (answer !== 0 || isBodyless) return this.#complete()
    if (this.#isRequest && codings.length > 0 && !isChunked) {
      throw refuse('HPE_INVALID_TRANSFER_ENCODING')
    }
    if (isChunked) this.#onLine = (line) => this.#chunkLine(line)
    else if (isUntilEnd) {
      this.#isUntilEnd = true
      this.#bodyLeft = Number.POSITIVE_INFINITY
    } else if (length) this.#bodyLeft = length
    else this.#complete()
  }

  #keepsAlive() {
    const { connection } = this.#framing
    const { major, minor } = this.#head
    if (major > 0 && minor > 0) return !connection.has('close')
    return connection.has('keep-alive')
  }

  /**
   * The size of a chunk (RFC 9112 §7.1).
   *
   * @type {LineReader}
   */
  #chunkLine(line) {
    this.#size = 0
    const found = CHUNK.exec(line)
    if (!found) throw refuse('HPE_INVALID_CHUNK_SIZE')
    const [, digits, extension = ''] = found
    this.#extensions += extension.length
    if (this.#extensions > EXTENSIONS) {
      throw refuse('HPE_CHUNK_EXTENSIONS_OVERFLOW')
    }
    if (!EXTENSION.test(extension)) throw refuse('HPE_STRICT')
    this.#bodyLeft = Number.parseInt(digits, 16)
    this.#onLine =
      this.#bodyLeft === 0
        ? (next) => this.#trailerLine(next)
        : (next) => this.#chunkEnd(next)
  }

  /** @type {LineReader} */
  #chunkEnd(line) {
    if (line !== '') throw refuse('HPE_STRICT')
    this.#onLine = (next) => this.#chunkLine(next)
  }

  /** @param {string[]} [trailers] */
  #complete(trailers = []) {
    this.#isInMessage = false
    this.#bodyLeft = 0
    this.#onLine = (line) => this.#startLine(line)
    this.#listeners.onComplete(trailers)
  }
}

/** @returns {Head} */
const emptyHead = () => ({
  method: '',
  url: '',
  status: 0,
  reason: '',
  major: 0,
  minor: 0,
  rawHeaders: [],
  keepAlive: true,
  upgrade: false,
})

const emptyFraming = () => ({
  /** @type {Set<string>} */
  connection: new Set(),
  isUpgrade: false,
  /** @type {number | null} */
  length: null,
  /** @type {string[]} */
  codings: [],
})
