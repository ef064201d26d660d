import { membersOf } from './characters.js'

const ZERO = 0x30
const NINE = 0x39

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
 * Reads a Transfer-Encoding (RFC 9112 §6.1). If chunked isn't the last coding,
 * there's no telling where the body ends, which is a 400 (§6.3). If another
 * coding comes before it, we only lack that one: 501.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} a status; 0: the body comes in chunks
 */
export function codingStatus(bytes, start, end) {
  const codings = membersOf(bytes, start, end)
  const last = codings.pop()
  if (last !== 'chunked' || codings.includes(last)) return 400
  if (codings.includes('')) return 400
  return codings.length === 0 ? 0 : 501
}
