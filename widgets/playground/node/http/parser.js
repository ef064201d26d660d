/**
 * Reads HTTP/1.x messages as node:http's parser does, llhttp with none of its
 * lenient flags: what it refuses is refused here, at the same byte.
 */
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
/** @typedef {Error & { code: string, reason: string, bytesParsed?: number }} ParseError */

const HT = 9
const LF = 10
const CR = 13
const SP = 32

/** The most that the extensions of a body's chunks may have, in bytes. */
const EXTENSIONS = 16384

/** @param {string} characters */
const setOf = (characters) =>
  new Set([...characters].map((character) => character.charCodeAt(0)))

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const isTokenByte = setOf(`${LETTERS}${DIGITS}!#$%&'*+-.^_\`|~`)
const isLetter = setOf(LETTERS)
const isDigit = setOf(DIGITS)
const isHex = setOf(`${DIGITS}abcdefABCDEF`)
const isUserinfo = setOf(`${LETTERS}${DIGITS}-_.!~*'()%;:&=+$,`)
const isUrl = setOf(`${LETTERS}${DIGITS}!"$%&'()*+,-./:;<=>@[\\]^_\`{|}~`)

const PROTOCOLS = ['HTTP/', 'RTSP/', 'ICE/']

/** RFC 2326, which the parser knows too. */
const RTSP = (
  'OPTIONS DESCRIBE ANNOUNCE SETUP PLAY PAUSE TEARDOWN GET_PARAMETER ' +
  'SET_PARAMETER REDIRECT RECORD FLUSH'
).split(' ')

/** @type {Record<string, string[]>} */
const methodsOf = {
  'HTTP/': [...METHODS, 'PRI'],
  'RTSP/': RTSP,
  'ICE/': ['SOURCE'],
}
const ALL_METHODS = [...METHODS, 'PRI', ...RTSP]

/** @param {number} byte */
const isValueByte = (byte) => byte === HT || (byte >= SP && byte !== 127)

/** @param {string} text without the white space around it (RFC 9110 §5.6.3) */
const trimmed = (text) => text.replace(/^[ \t]+|[ \t]+$/g, '')

/**
 * @param {string} code
 * @param {string} reason
 * @returns {ParseError}
 */
const refuse = (code, reason) =>
  Object.assign(new Error(`Parse Error: ${reason}`), { code, reason })

/** @typedef {Generator<void, number, number>} Reading ends with the next byte */

export class Parser {
  /** @type {Listeners} */
  #listeners
  #isRequest
  #limit
  /** @type {Generator<void, void, number>} */
  #reading
  /** @type {'start' | 'message' | 'untilEnd' | 'closed' | 'upgraded'} */
  #state = 'start'
  /** How many bytes of a body are to come before the next byte is read. */
  #bodyLeft = 0
  /** Of the head, so far. */
  #size = 0
  /** @type {Head} */
  #head = emptyHead()
  #flags = emptyFlags()
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
    this.#reading = this.#messages()
    this.#reading.next()
  }

  /** Whether what follows is not HTTP any more. */
  get isUpgraded() {
    return this.#state === 'upgraded'
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {number | ParseError} how many bytes were read
   */
  execute(bytes) {
    if (this.#error) return this.#error
    let i = 0
    try {
      while (i < bytes.length && this.#state !== 'upgraded') {
        if (this.#bodyLeft === 0) {
          this.#reading.next(bytes[i++])
          continue
        }
        const part = bytes.subarray(i, i + this.#bodyLeft)
        this.#bodyLeft -= part.length
        i += part.length
        this.#listeners.onBody(part)
        if (this.#bodyLeft === 0) this.#bodyRead()
      }
    } catch (error) {
      const parseError = /** @type {ParseError} */ (error)
      if (typeof parseError?.reason !== 'string') throw error
      this.#error = Object.assign(parseError, { bytesParsed: i - 1 })
      return parseError
    }
    return i
  }

  /**
   * The connection has ended.
   *
   * @returns {ParseError | null}
   */
  finish() {
    // Whoever has been told of one error need not hear of it again.
    if (this.#error) return null
    if (this.#state === 'message') {
      return refuse('HPE_INVALID_EOF_STATE', 'Invalid EOF state')
    }
    if (this.#state === 'untilEnd') {
      this.#state = 'start'
      this.#listeners.onComplete([])
    }
    return null
  }

  /** A body of a length known before is complete without another byte. */
  #bodyRead() {
    this.#reading.next(-1)
  }

  /** @returns {Generator<void, void, number>} */
  *#messages() {
    for (;;) {
      this.#state = 'start'
      let byte = yield
      while (byte === CR || byte === LF) byte = yield
      this.#state = 'message'
      this.#size = 0
      this.#head = emptyHead()
      this.#flags = emptyFlags()
      byte = this.#isRequest
        ? yield* this.#requestLine(byte)
        : yield* this.#statusLine(byte)
      this.#head.rawHeaders = yield* this.#fields(byte, true)
      yield* this.#rest()
      if (!this.#head.keepAlive) yield* this.#closed()
    }
  }

  /**
   * After the last message nothing may come but line ends.
   *
   * @returns {Generator<void, void, number>}
   */
  *#closed() {
    this.#state = 'closed'
    for (;;) {
      const byte = yield
      if (byte !== CR && byte !== LF) {
        throw refuse('HPE_CLOSED_CONNECTION', 'Data after `Connection: close`')
      }
    }
  }

  /** @param {number} byte @returns {Reading} */
  *#requestLine(byte) {
    const head = this.#head
    head.method = yield* this.#method(byte)
    byte = yield
    while (byte === SP) byte = yield
    byte = yield* this.#url(byte)
    if (byte !== SP) {
      // HTTP/0.9, as far as anybody could tell.
      head.minor = 9
      if (byte === LF || (yield) === LF) return yield
      throw refuse('HPE_INVALID_URL', 'Expected CRLF')
    }
    while (byte === SP) byte = yield
    byte = yield* this.#protocol(byte)
    yield* this.#version(byte)
    if (head.method === 'PRI') return yield* this.#preface()
    byte = yield
    if (byte === CR && (yield) === LF) return yield
    throw refuse(
      byte === CR ? 'HPE_STRICT' : 'HPE_INVALID_VERSION',
      'Expected CRLF after version',
    )
  }

  /** HTTP/2 is not spoken here (RFC 9113 §3.4). @returns {Reading} */
  *#preface() {
    for (const expected of '\r\n\r\nSM\r\n\r\n') {
      if ((yield) !== expected.charCodeAt(0)) {
        throw refuse(
          'HPE_INVALID_VERSION',
          'Expected HTTP/2 Connection Preface',
        )
      }
    }
    throw refuse('HPE_PAUSED_H2_UPGRADE', 'Pause on PRI/Upgrade')
  }

  /** @param {number} byte @returns {Generator<void, string, number>} */
  *#method(byte) {
    let method = ''
    for (;;) {
      if (byte === SP && ALL_METHODS.includes(method)) return method
      const isKnown = ALL_METHODS.includes(method)
      method += String.fromCharCode(byte)
      if (!ALL_METHODS.some((one) => one.startsWith(method))) {
        throw refuse(
          'HPE_INVALID_METHOD',
          isKnown
            ? 'Expected space after method'
            : 'Invalid method encountered',
        )
      }
      byte = yield
    }
  }

  /** @param {number} byte @returns {Reading} the first byte after it */
  *#url(byte) {
    const head = this.#head
    const add = () => {
      head.url += String.fromCharCode(byte)
      this.#count(1)
    }
    const invalid = (reason = 'Invalid characters in url') =>
      refuse('HPE_INVALID_URL', reason)
    const isEnd = () => byte === SP || byte === CR || byte === LF
    let isServer = head.method === 'CONNECT'
    if (!isServer && isLetter.has(byte)) {
      for (; isLetter.has(byte); byte = yield) add()
      for (const expected of [58, 47, 47]) {
        if (isEnd()) throw invalid()
        if (byte !== expected) throw invalid('Unexpected char in url schema')
        add()
        byte = yield
      }
      isServer = true
    } else if (!isServer && byte !== 47 && byte !== 42) {
      throw isEnd() ? invalid() : invalid('Unexpected start char in url')
    }
    if (isServer) {
      const first = head.url.length
      let ats = 0
      while (
        isUserinfo.has(byte) ||
        byte === 64 ||
        byte === 91 ||
        byte === 93
      ) {
        if (byte === 64 && ++ats > 1) throw invalid('Double @ in url')
        add()
        byte = yield
      }
      const isEmpty = head.url.length === first
      if (isEmpty && byte === SP) throw invalid()
      if (!isEnd() && byte !== 47 && byte !== 63) {
        throw invalid('Unexpected char in url server')
      }
    }
    let part = 'path'
    for (;;) {
      if (byte === SP || byte === CR || byte === LF) return byte
      if (byte === 35) part = 'fragment start'
      else if (byte === 63) part = part === 'path' ? 'query' : part
      else if (byte === HT || byte === 12) throw invalid()
      else if (!isUrl.has(byte)) throw invalid(`Invalid char in url ${part}`)
      add()
      byte = yield
    }
  }

  /** @param {number} byte @returns {Reading} the first byte after it */
  *#protocol(byte) {
    let seen = ''
    for (;;) {
      seen += String.fromCharCode(byte)
      if (!PROTOCOLS.some((name) => name.startsWith(seen))) {
        throw refuse('HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/')
      }
      byte = yield
      if (PROTOCOLS.includes(seen)) break
    }
    const { method } = this.#head
    if (!this.#isRequest || methodsOf[seen].includes(method)) return byte
    throw refuse(
      'HPE_INVALID_CONSTANT',
      seen === 'ICE/'
        ? 'Expected SOURCE method for ICE/x.x request'
        : `Invalid method for ${seen}x.x request`,
    )
  }

  /** @param {number} byte @returns {Generator<void, void, number>} */
  *#version(byte) {
    const head = this.#head
    const invalid = (/** @type {string} */ reason) =>
      refuse('HPE_INVALID_VERSION', reason)
    if (!isDigit.has(byte)) throw invalid('Invalid major version')
    head.major = byte - 48
    if ((yield) !== 46) throw invalid('Expected dot')
    byte = yield
    if (!isDigit.has(byte)) throw invalid('Invalid minor version')
    head.minor = byte - 48
    const version = `${head.major}.${head.minor}`
    if (!['0.9', '1.0', '1.1', '2.0'].includes(version)) {
      throw invalid('Invalid HTTP version')
    }
  }

  /** @param {number} byte @returns {Reading} */
  *#statusLine(byte) {
    const head = this.#head
    byte = yield* this.#protocol(byte)
    yield* this.#version(byte)
    if ((yield) !== SP) {
      throw refuse('HPE_INVALID_VERSION', 'Expected space after version')
    }
    for (let i = 0; i < 3; i++) {
      byte = yield
      if (!isDigit.has(byte)) {
        throw refuse('HPE_INVALID_STATUS', 'Invalid status code')
      }
      head.status = head.status * 10 + byte - 48
    }
    byte = yield
    if (byte === SP) {
      byte = yield
      for (; byte !== CR && byte !== LF; byte = yield) {
        head.reason += String.fromCharCode(byte)
      }
    }
    if (byte === CR) {
      byte = yield
      if (byte === LF) return yield
      throw refuse('HPE_STRICT', 'Expected LF after CR')
    }
    throw byte === LF
      ? refuse('HPE_CR_EXPECTED', 'Missing expected CR after response line')
      : refuse('HPE_INVALID_STATUS', 'Invalid response status')
  }

  /**
   * Header fields, or trailers, and the empty line.
   *
   * @param {number} byte the first
   * @param {boolean} isHead
   * @returns {Generator<void, string[], number>}
   */
  *#fields(byte, isHead) {
    /** @type {string[]} */
    const fields = []
    if (byte === SP && isHead) {
      throw refuse('HPE_UNEXPECTED_SPACE', 'Unexpected space after start line')
    }
    while (byte !== CR) {
      let name = ''
      for (; isTokenByte.has(byte); byte = yield) {
        name += String.fromCharCode(byte)
        this.#count(1)
      }
      if (byte !== 58 || name === '') {
        const what = name === '' && byte === LF ? 'field char' : 'token'
        throw refuse('HPE_INVALID_HEADER_TOKEN', `Invalid header ${what}`)
      }
      const flags = isHead ? this.#flags : null
      const value = yield* this.#value(name, flags)
      fields.push(name, value)
      byte = yield
      if (byte === SP || byte === HT) {
        throw refuse(
          'HPE_INVALID_HEADER_TOKEN',
          'Unexpected whitespace after header value',
        )
      }
      if (flags) this.#note(name.toLowerCase(), value)
    }
    if ((yield) !== LF) {
      throw refuse('HPE_STRICT', 'Expected LF after headers')
    }
    return fields
  }

  /**
   * @param {string} name
   * @param {Flags | null} flags null: of a trailer
   * @returns {Generator<void, string, number>}
   */
  *#value(name, flags) {
    const isLength = flags !== null && name.toLowerCase() === 'content-length'
    const isCoding = name.toLowerCase() === 'transfer-encoding'
    if (isCoding && flags?.length != null) {
      throw refuse(
        'HPE_INVALID_TRANSFER_ENCODING',
        "Transfer-Encoding can't be present with Content-Length",
      )
    }
    let byte = yield
    while (byte === SP || byte === HT) byte = yield
    let value = ''
    for (; byte !== CR; byte = yield) {
      const next = value + String.fromCharCode(byte)
      if (isLength) checkLength(flags)
      if (isLength) checkDigits(next)
      if (isCoding && flags && this.#isRequest) checkLast(flags, value, byte)
      if (byte === LF && value !== '') {
        throw refuse(
          'HPE_CR_EXPECTED',
          'Missing expected CR after header value',
        )
      }
      if (!isValueByte(byte)) {
        throw refuse('HPE_INVALID_HEADER_TOKEN', 'Invalid header value char')
      }
      value = next
      this.#count(1)
    }
    if ((yield) !== LF) {
      throw value === ''
        ? refuse('HPE_STRICT', 'Expected LF after CR')
        : refuse('HPE_LF_EXPECTED', 'Missing expected LF after header value')
    }
    if (isLength && value === '') {
      throw refuse('HPE_INVALID_CONTENT_LENGTH', 'Empty Content-Length')
    }
    return trimmed(value)
  }

  /**
   * Fields that say how the message goes on.
   *
   * @param {string} name
   * @param {string} value
   */
  #note(name, value) {
    const flags = this.#flags
    const tokens = value.toLowerCase().split(',')
    const words = tokens.map(trimmed)
    if (name === 'connection' || name === 'proxy-connection') {
      for (const word of words) flags.connection.add(word)
    } else if (name === 'upgrade') flags.isUpgrade = value !== ''
    else if (name === 'content-length') {
      flags.length = BigInt(trimmed(value))
    } else if (name === 'transfer-encoding') {
      // A tab after it makes it another coding.
      flags.codings.push(
        ...tokens.map((one) => one.replace(/^[ \t]+| +$/g, '')),
      )
    }
  }

  /** @param {number} bytes of the head that have come */
  #count(bytes) {
    this.#size += bytes
    if (this.#size < this.#limit) return
    throw refuse('HPE_HEADER_OVERFLOW', 'Header overflow')
  }

  /**
   * What comes after the head.
   *
   * @returns {Generator<void, void, number>}
   */
  *#rest() {
    const flags = this.#flags
    const head = this.#head
    const isChunked = flags.codings.at(-1) === 'chunked'
    const isConnect = head.method === 'CONNECT' || head.status === 101
    head.upgrade =
      isConnect || (flags.isUpgrade && flags.connection.has('upgrade'))
    const hasLength = flags.length !== null || isChunked
    const bodyless =
      (head.status >= 100 && head.status < 200) ||
      head.status === 204 ||
      head.status === 304
    const untilEnd = !this.#isRequest && !hasLength && !bodyless
    head.keepAlive = this.#keepsAlive() && !untilEnd
    const isBad = this.#isRequest && flags.codings.length > 0 && !isChunked
    const refusal = refuse(
      'HPE_INVALID_TRANSFER_ENCODING',
      'Request has invalid `Transfer-Encoding`',
    )
    const answer = this.#listeners.onHead(head) ?? 0
    if (answer === 2) {
      this.#state = 'upgraded'
      this.#listeners.onComplete([])
      yield
      return
    }
    if (answer === 1 || bodyless) return this.#listeners.onComplete([])
    if (isBad) throw refusal
    if (isChunked) return yield* this.#chunks()
    if (untilEnd) {
      this.#state = 'untilEnd'
      for (;;) {
        this.#bodyLeft = Number.MAX_SAFE_INTEGER
        yield
      }
    }
    this.#bodyLeft = Number(flags.length ?? 0n)
    if (this.#bodyLeft > 0) yield
    this.#listeners.onComplete([])
  }

  /**
   * @param {(bytes: number) => void} count
   * @returns {Reading} the byte after it
   */
  *#extension(count) {
    const invalid = (/** @type {string} */ what) =>
      refuse('HPE_STRICT', `Invalid character in chunk extensions${what}`)
    let byte = yield
    const isEnd = () => byte === CR || byte === 59
    if (!isTokenByte.has(byte)) throw invalid('')
    for (; isTokenByte.has(byte); byte = yield) count(1)
    if (isEnd()) return byte
    if (byte !== 61) throw invalid(' name')
    byte = yield
    if (isEnd()) throw invalid(' value')
    for (; isTokenByte.has(byte); byte = yield) count(1)
    if (byte === 34) {
      byte = yield
      for (; byte !== 34; byte = yield) {
        count(1)
        if (byte === 92) byte = yield
        if (!isValueByte(byte)) throw invalid(' quote value')
      }
      byte = yield
      if (isEnd()) return byte
      throw invalid(' quote value')
    }
    if (isEnd()) return byte
    throw invalid(' value')
  }

  #keepsAlive() {
    const { connection } = this.#flags
    const { major, minor } = this.#head
    if (major > 0 && minor > 0) return !connection.has('close')
    return connection.has('keep-alive')
  }

  /** RFC 9112 §7.1 @returns {Generator<void, void, number>} */
  *#chunks() {
    let extensions = 0
    for (;;) {
      this.#size = 0
      let byte = yield
      let digits = ''
      for (; isHex.has(byte); byte = yield) {
        digits += String.fromCharCode(byte)
        if (digits.replace(/^0+/, '').length > 16) {
          throw refuse('HPE_INVALID_CHUNK_SIZE', 'Chunk size overflow')
        }
      }
      if (digits === '') {
        throw refuse(
          'HPE_INVALID_CHUNK_SIZE',
          'Invalid character in chunk size',
        )
      }
      while (byte === 59) {
        byte = yield* this.#extension((bytes) => {
          extensions += bytes
          if (extensions <= EXTENSIONS) return
          throw refuse(
            'HPE_CHUNK_EXTENSIONS_OVERFLOW',
            'Chunk extensions overflow',
          )
        })
      }
      if (byte !== CR) {
        throw refuse(
          'HPE_INVALID_CHUNK_SIZE',
          'Invalid character in chunk size',
        )
      }
      if ((yield) !== LF) {
        throw refuse('HPE_STRICT', 'Expected LF after chunk size')
      }
      const size = Number.parseInt(digits, 16)
      if (size === 0) break
      this.#bodyLeft = size
      yield
      if ((yield) !== CR || (yield) !== LF) {
        throw refuse('HPE_STRICT', 'Expected LF after chunk data')
      }
    }
    this.#size = 0
    this.#listeners.onComplete(yield* this.#fields(yield, false))
  }
}

/** @typedef {ReturnType<typeof emptyFlags>} Flags */

/** @param {Flags} flags before a Content-Length */
function checkLength(flags) {
  if (flags.length !== null) {
    throw refuse('HPE_UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length')
  }
  if (flags.codings.length > 0) {
    throw refuse(
      'HPE_INVALID_CONTENT_LENGTH',
      "Content-Length can't be present with Transfer-Encoding",
    )
  }
}

/** @param {string} value of Content-Length, so far */
function checkDigits(value) {
  if (!/^\d+[ \t]*$/.test(value)) {
    throw refuse(
      'HPE_INVALID_CONTENT_LENGTH',
      'Invalid character in Content-Length',
    )
  }
  if (BigInt(trimmed(value)) >= 2n ** 64n) {
    throw refuse('HPE_INVALID_CONTENT_LENGTH', 'Content-Length overflow')
  }
}

/**
 * Nothing may come after the coding `chunked`.
 *
 * @param {Flags} flags
 * @param {string} value of Transfer-Encoding, so far
 * @param {number} byte after it
 */
function checkLast(flags, value, byte) {
  const last = trimmed(value.split(',').at(-1) ?? '').toLowerCase()
  const isOver = byte === 44 && last === 'chunked'
  if (!isOver && flags.codings.at(-1) !== 'chunked') return
  throw refuse(
    'HPE_INVALID_TRANSFER_ENCODING',
    'Invalid `Transfer-Encoding` header value',
  )
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
  keepAlive: false,
  upgrade: false,
})

const emptyFlags = () => ({
  /** @type {Set<string>} */
  connection: new Set(),
  isUpgrade: false,
  /** @type {bigint | null} */
  length: null,
  /** @type {string[]} */
  codings: [],
})
