import { http } from '../common/node-http.js'
import { badArgument } from './misuse.js'

/** @import { Limits } from '../engine/limits.js' */

const { STATUS_CODES, validateHeaderName, validateHeaderValue } = http

/** What a value cannot have: line breaks above all (RFC 9110 §5.5). */
const BAD = /[^\t\x20-\x7e\x80-\xff]/

/**
 * The text of a value is made once, and that text is checked: an object could
 * give another one the next time.
 *
 * @param {string} name
 * @param {any} value
 * @returns {string}
 * @throws {TypeError} ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR
 */
export function textOf(name, value) {
  if (value === undefined) validateHeaderValue(name, value)
  const text = `${value}`
  if (BAD.test(text)) validateHeaderValue(name, text)
  return text
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {string} a line, or for a list, one for each value
 * @throws {TypeError} as `textOf`
 */
export function linesOf(name, value) {
  if (!Array.isArray(value)) return `${name}: ${textOf(name, value)}\r\n`
  let lines = ''
  for (const one of value) lines += `${name}: ${textOf(name, one)}\r\n`
  return lines
}

/**
 * @param {any} fields an object, a list of names and values, or a list of pairs
 * @returns {[string, any][]}
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function pairsOf(fields) {
  if (!Array.isArray(fields)) return Object.entries(fields ?? {})
  if (Array.isArray(fields[0])) return fields
  if (fields.length % 2 !== 0) {
    throw badArgument('headers', fields, 'as many values as names')
  }
  return fields.flatMap((name, i) => (i % 2 ? [] : [[name, fields[i + 1]]]))
}

const CLOSE = /(?:^|\W)close(?:$|\W)/i

/**
 * What the fields of a response say about how it is sent, and the lines of all
 * others.
 */
export class Said {
  lines = ''
  /** @type {number | null} Content-Length, in bytes */
  length = null
  isChunked = false
  trailer = ''
  connection = ''
  isClosing = false
  hasKeepAlive = false
  hasDate = false

  /**
   * @param {[string, any][]} fields
   * @throws {TypeError} ERR_INVALID_HTTP_TOKEN; as `linesOf`; ERR_INVALID_ARG_VALUE
   */
  constructor(fields) {
    for (const [name, value] of fields) this.#add(name, value)
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  #add(name, value) {
    validateHeaderName(name)
    const key = name.toLowerCase()
    if (key === 'content-length') this.#setLength(value)
    else if (key === 'transfer-encoding') this.#setCoding(value)
    else if (key === 'trailer') this.trailer += linesOf(name, value)
    else if (key === 'connection') {
      const lines = linesOf(name, value)
      this.connection += lines
      this.isClosing ||= CLOSE.test(lines.slice(name.length))
    } else {
      this.lines += linesOf(name, value)
      this.hasDate ||= key === 'date'
      this.hasKeepAlive ||= key === 'keep-alive'
    }
  }

  /** @param {any} value */
  #setLength(value) {
    // Number() alone would take '1e3', and an empty string.
    const isNumber = typeof value === 'number' || /^\d+$/.test(value)
    const length = isNumber ? Number(value) : Number.NaN
    if (this.length !== null || !Number.isSafeInteger(length) || length < 0)
      throw badArgument('Content-Length', value, 'one integer from 0, in bytes')
    this.length = length
  }

  /** @param {any} value */
  #setCoding(value) {
    if (this.isChunked || !/^chunked$/i.test(value)) {
      const expected = 'chunked, once; compression is for Content-Encoding'
      throw badArgument('Transfer-Encoding', value, expected)
    }
    this.isChunked = true
  }
}

/** @type {Record<string, string[]>} by type and status */
const STARTS = {}

/**
 * @param {number} status
 * @param {string} type of the body, one of few; '': a field says it
 * @returns {string} the first lines of a head
 */
export function startOf(status, type) {
  STARTS[type] ??= []
  STARTS[type][status] ??=
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n` +
    (type && `content-type: ${type}\r\n`)
  return STARTS[type][status]
}

let date = ''

/** The field Date, made once a second (RFC 9110 §6.6.1). */
export function dateLine() {
  if (date === '') {
    const now = new Date()
    date = `Date: ${now.toUTCString()}\r\n`
    const forget = () => {
      date = ''
    }
    setTimeout(forget, 1000 - now.getMilliseconds()).unref()
  }
  return date
}

/**
 * @param {Limits} limits
 * @returns {string} what a client is told of a connection that stays
 */
export function keepAliveLines({ keepAliveTimeout }) {
  const line = 'Connection: keep-alive\r\n'
  if (keepAliveTimeout === 0) return line
  const seconds = Math.floor(keepAliveTimeout / 1000)
  return `${line}Keep-Alive: timeout=${seconds}\r\n`
}
