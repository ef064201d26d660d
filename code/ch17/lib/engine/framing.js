import { isWord } from './characters.js'
import { BAD_CODING, UNKNOWN_CODING } from './refusals.js'
import { hasMember, trimStart } from './values.js'

const ZERO = 0x30
const NINE = 0x39
const COMMA = 0x2c

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
    length = length * 10 + (byte - ZERO)
    if (length > Number.MAX_SAFE_INTEGER) return -1
  }
  return length
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
  const isBad =
    hasMember(bytes, start, last - 1, 'chunked') ||
    hasMember(bytes, start, last - 1, '')
  return isLast && !isBad ? UNKNOWN_CODING : BAD_CODING
}
