import { nodeError, typeError } from '../errors.js'

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/**
 * @param {unknown} text
 * @returns {boolean} RFC 9110 §5.6.2
 */
export const isToken = (text) => typeof text === 'string' && TOKEN.test(text)

/** @param {unknown} value */
export const isInvalidValue = (value) => NOT_IN_VALUE.test(String(value))

/**
 * @param {unknown} name
 * @param {string} [label]
 * @throws {TypeError} ERR_INVALID_HTTP_TOKEN
 */
export function validateHeaderName(name, label = 'Header name') {
  if (isToken(name)) return
  throw typeError(
    'ERR_INVALID_HTTP_TOKEN',
    `${label} must be a valid HTTP token ["${name}"]`,
  )
}

/**
 * @param {string} name
 * @param {unknown} value
 * @throws {TypeError} ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR
 */
export function validateHeaderValue(name, value) {
  if (value === undefined) {
    throw typeError(
      'ERR_HTTP_INVALID_HEADER_VALUE',
      `Invalid value "${value}" for header "${name}"`,
    )
  }
  if (isInvalidValue(value)) throw invalidChar('header content', name)
}

/**
 * @param {string} where
 * @param {string} [field]
 */
export function invalidChar(where, field) {
  const name = field === undefined ? '' : ` ["${field}"]`
  return typeError('ERR_INVALID_CHAR', `Invalid character in ${where}${name}`)
}

/** @param {string} what `set`, `write`, … */
export const headersSent = (what) =>
  nodeError(
    'ERR_HTTP_HEADERS_SENT',
    `Cannot ${what} headers after they are sent to the client`,
  )

/** @param {string} what */
export const destroyed = (what) =>
  nodeError(
    'ERR_STREAM_DESTROYED',
    `Cannot call ${what} after a stream was destroyed`,
  )

/** @param {string} message */
export const connectionReset = (message) =>
  Object.assign(new Error(message), { code: 'ECONNRESET' })
