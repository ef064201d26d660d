import { isWord } from './characters.js'
import { BAD_CODING, UNKNOWN_CODING } from './refusals.js'

const ZERO = 0x30
const NINE = 0x39
const SPACE = 0x20
const TAB = 0x09
const COMMA = 0x2c

/** @param {number} byte */
const isWhitespace = (byte) => byte === SPACE || byte === TAB

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} where a value begins, behind its whitespace
 */
export function trimStart(bytes, start, end) {
  while (start < end && isWhitespace(bytes[start])) start++
  return start
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} where a value ends, before its whitespace
 */
export function trimEnd(bytes, start, end) {
  while (end > start && isWhitespace(bytes[end - 1])) end--
  return end
}

/**
 * Reads a Content-Length (RFC 9112 §6.2): digits, and nothing else. No sign, no
 * list, no number that is not exact.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} -1: it isn't valid
 */
export function contentLengthAt(bytes, start, end) {
  if (start === end) return -1
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte < ZERO || byte > NINE) return -1
    length = length * 10 + byte - ZERO
    if (length > Number.MAX_SAFE_INTEGER) return -1
  }
  return length
}

/**
 * Whether a list has a member, such as `close` in a Connection field.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {string} word in lower case
 */
export function hasMember(bytes, start, end, word) {
  while (start <= end) {
    let comma = start
    while (comma < end && bytes[comma] !== COMMA) comma++
    const from = trimStart(bytes, start, comma)
    if (isWord(bytes, from, trimEnd(bytes, from, comma), word)) return true
    start = comma + 1
  }
  return false
}

/**
 * Reads a Transfer-Encoding (RFC 9112 §6.1). When chunked is not the last
 * coding, nobody can tell where the body ends, which §6.3 answers with a 400.
 * When it is, and another one is before it, we only lack that one: 501.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {import('./refusals.js').Refusal | null} null: it is chunked
 */
export function codingRefusal(bytes, start, end) {
  if (isWord(bytes, start, end, 'chunked')) return null
  let last = end
  while (last > start && bytes[last - 1] !== COMMA) last--
  const isLast = isWord(bytes, trimStart(bytes, last, end), end, 'chunked')
  const isTwice = hasMember(bytes, start, last - 1, 'chunked')
  return isLast && !isTwice ? UNKNOWN_CODING : BAD_CODING
}
