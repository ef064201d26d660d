import { http } from '../common/node-http.js'

/** @import { Limits } from '../engine/engine.js' */

const { STATUS_CODES, validateHeaderValue } = http

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
 * @param {string} what of the response
 * @param {unknown} got
 * @param {string} expected
 */
function badArgument(what, got, expected) {
  const shown = JSON.stringify(got)
  const message = `${what} is invalid: got ${shown}, expected ${expected}`
  const code = 'ERR_INVALID_ARG_VALUE'
  return Object.assign(new TypeError(message), { code })
}

/**
 * @param {any} value of Content-Length
 * @returns {number} in bytes
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function lengthOf(value) {
  // Number() alone would take '1e3', and an empty string.
  const isNumber = typeof value === 'number' || /^\d+$/.test(value)
  const length = isNumber ? Number(value) : Number.NaN
  if (Number.isSafeInteger(length) && length >= 0) return length
  throw badArgument('Content-Length', value, 'one integer from 0, in bytes')
}

/**
 * @param {any} value of Transfer-Encoding
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function checkCoding(value) {
  if (/^chunked$/i.test(value)) return
  const expected = 'chunked, once; compression is for Content-Encoding'
  throw badArgument('Transfer-Encoding', value, expected)
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
