import http from 'node:http'
import { misuse } from './misuse.js'

/** @typedef {string | number | readonly string[]} FieldValue */

// What a head has, or what has been taken from it.
export const CONNECTION = 1
export const LENGTH = 2
export const CODING = 4
export const DATE = 8
export const TRAILER = 16
export const KEEP_ALIVE = 32

/** @type {Record<string, number>} the fields that say how the answer goes on */
export const MARKS = {
  __proto__: /** @type {any} */ (null),
  connection: CONNECTION,
  'content-length': LENGTH,
  'transfer-encoding': CODING,
  date: DATE,
  trailer: TRAILER,
  'keep-alive': KEEP_ALIVE,
}

const { STATUS_CODES, validateHeaderName, validateHeaderValue } = http

/** Names that have been checked, and what they are in lower case. */
const KEYS = /** @type {Map<string, string>} */ (new Map())
const MOST_KEYS = 256

/**
 * @param {string} name of a field
 * @returns {string} in lower case
 * @throws {TypeError} ERR_INVALID_HTTP_TOKEN
 */
export function keyOf(name) {
  const known = KEYS.get(name)
  if (known !== undefined) return known
  validateHeaderName(name)
  const key = name.toLowerCase()
  if (KEYS.size < MOST_KEYS) KEYS.set(name, key)
  return key
}

/**
 * @param {string} name of a field
 * @returns {string} in lower case
 */
export const lowerCase = (name) => KEYS.get(name) ?? name.toLowerCase()

/** What would end a line, and what is no character of one. */
const BAD = /[^\t\x20-\x7e\x80-\xff]/

/**
 * @param {string} name
 * @param {any} value
 * @throws {TypeError} ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR
 */
export function checkField(name, value) {
  if (typeof value === 'number') return
  if (typeof value === 'string' && !BAD.test(value)) return
  validateHeaderValue(name, value)
}

/**
 * @param {string} name
 * @param {FieldValue} value that has been checked
 * @returns {string} a line for each value
 * @throws {TypeError} as `checkField`: a list may have grown since
 */
export function linesOf(name, value) {
  if (typeof value !== 'object') return `${name}: ${value}\r\n`
  let lines = ''
  for (const one of Array.isArray(value) ? value : [value]) {
    const text = `${one}`
    checkField(name, text)
    lines += `${name}: ${text}\r\n`
  }
  return lines
}

/** A field of an answer, checked. Nothing of it changes: answers share it. */
export class Field {
  /**
   * @param {string} name
   * @param {any} value
   * @throws {TypeError} as `keyOf` and `checkField`
   */
  constructor(name, value) {
    this.key = keyOf(name)
    checkField(name, value)
    this.name = name
    this.value = value
    this.mark = MARKS[this.key] ?? 0
    /** Those of a list are made when they are sent: it may grow until then. */
    this.lines = typeof value === 'object' ? null : linesOf(name, value)
  }
}

/** @type {Map<string, Field>} the last one of each name */
const LAST = new Map()

/** A longer value is hardly sent again, and should not be kept. */
const MOST_KEPT = 128

/**
 * @param {string} name
 * @param {any} value
 * @throws {TypeError} as `keyOf` and `checkField`
 */
export function fieldOf(name, value) {
  const last = LAST.get(name)
  if (last !== undefined && last.value === value) return last
  const field = new Field(name, value)
  const isShort = field.lines !== null && field.lines.length <= MOST_KEPT
  const isKnown = last !== undefined || LAST.size < MOST_KEYS
  if (isShort && isKnown) LAST.set(name, field)
  return field
}

/**
 * The fields of an object, a list of names and values, or a list of pairs.
 *
 * @param {any} fields
 * @returns {[string, any][]}
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function pairsOf(fields) {
  if (!Array.isArray(fields)) return Object.entries(fields ?? {})
  if (Array.isArray(fields[0])) return fields
  if (fields.length % 2 !== 0) {
    const message = "The argument 'headers' is invalid"
    throw misuse('ERR_INVALID_ARG_VALUE', message, TypeError)
  }
  return fields.flatMap((name, i) => (i % 2 ? [] : [[name, fields[i + 1]]]))
}

const KEEP_ALIVE_LINE = 'Connection: keep-alive\r\n'

/** The last limits that were told, and how: mostly there are no others. */
const told = { timeout: 0, max: 0, lines: KEEP_ALIVE_LINE }

/** @param {import('../engine/limits.js').Limits} limits */
export function keepAliveLines({ keepAliveTimeout, maxRequestsPerSocket }) {
  const isTold =
    keepAliveTimeout === told.timeout && maxRequestsPerSocket === told.max
  if (isTold) return told.lines
  told.timeout = keepAliveTimeout
  told.max = maxRequestsPerSocket
  told.lines = keepAliveLinesOf(keepAliveTimeout, maxRequestsPerSocket)
  return told.lines
}

/**
 * @param {number} timeout in ms; 0 is for ever
 * @param {number} max requests of a connection; 0: any number
 */
function keepAliveLinesOf(timeout, max) {
  if (timeout === 0) return KEEP_ALIVE_LINE
  const seconds = Math.floor(timeout / 1000)
  const most = max > 0 ? `, max=${max}` : ''
  return `${KEEP_ALIVE_LINE}Keep-Alive: timeout=${seconds}${most}\r\n`
}

/** @type {string[]} by status */
const STATUS_LINES = []

/**
 * @param {number} status
 * @param {string} message
 * @throws {TypeError} ERR_INVALID_CHAR
 */
export function statusLine(status, message) {
  if (message !== STATUS_CODES[status]) {
    if (BAD.test(message)) {
      const text = 'Invalid character in statusMessage'
      throw misuse('ERR_INVALID_CHAR', text, TypeError)
    }
    return `HTTP/1.1 ${status} ${message}\r\n`
  }
  STATUS_LINES[status] ??= `HTTP/1.1 ${status} ${message}\r\n`
  return STATUS_LINES[status]
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
