import { CODING, DATE, LENGTH, MARKS, TRAILER } from './answer-head.js'
import { badCoding, badContentLength, badPlace } from './misuse.js'

/** @import { NetHead } from './net-head.js' */

const DIGITS = /^\d+$/
const TWO = 'two of them'

/**
 * @param {any} value of Content-Length
 * @param {boolean} isAgain whether there has been one before
 * @returns {number}
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function lengthOf(value, isAgain) {
  const isNumber = typeof value === 'number' || DIGITS.test(value)
  const length = isNumber && !isAgain ? Number(value) : Number.NaN
  if (Number.isSafeInteger(length) && length >= 0) return length
  throw badContentLength(isAgain ? TWO : value)
}

/**
 * @param {any} value of Transfer-Encoding
 * @param {boolean} isAgain whether there has been one before
 * @returns {true}
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function isChunked(value, isAgain) {
  if (!isAgain && /^chunked$/i.test(value)) return true
  throw badCoding(isAgain ? TWO : value)
}

/**
 * Trailers, and what is said before an answer, do not say how that is sent
 * (RFC 9110 §6.5.1).
 *
 * @param {string} key the name of a field, in lower case
 * @throws {TypeError} ERR_INVALID_ARG_VALUE
 */
export function checkPlace(key) {
  if (((MARKS[key] ?? 0) & ~DATE) !== 0) throw badPlace(key)
}

/**
 * Which of the fields that say where an answer ends do not fit it.
 *
 * @param {number} seen the marks of its fields
 * @param {NetHead} head
 * @returns {number} marks
 */
export function misfits(seen, { statusCode, contentLength, hasBody, req }) {
  // HTTP/1.0 has no chunks, and trailers stand behind the last one.
  const isOld = req.httpVersionMinor === 0
  let odd = isOld || !hasBody ? TRAILER : 0
  if (statusCode === 204 || statusCode === 205) {
    // There is nothing that could end (RFC 9110 §8.6, RFC 9112 §6.1). A length
    // of 0 does no harm: cors sets it for browsers that wait for a body.
    odd |= contentLength === 0 ? CODING : LENGTH | CODING
  } else if (statusCode === 304 || isOld) odd |= CODING
  // Of the two, everyone goes by the chunks (RFC 9112 §6.3).
  else if ((seen & CODING) !== 0) odd |= LENGTH
  return seen & odd
}
