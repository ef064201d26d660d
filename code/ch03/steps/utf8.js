/**
 * Encodes a code point as UTF-8 (RFC 3629 §3).
 *
 * @param {number} codePoint 0–0x10FFFF, without the surrogates
 * @returns {number[]} one to four bytes
 * @throws {RangeError} for a number that stands for no character
 */
export function encode(codePoint) {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  if (isSurrogate || codePoint > 0x10ffff) {
    throw new RangeError(`got ${codePoint.toString(16)}, which UTF-8 has not`)
  }
  if (codePoint < 0x80) return [codePoint]
  if (codePoint < 0x800) return [0xc0 | (codePoint >> 6), tail(codePoint)]
  if (codePoint < 0x10000) {
    return [0xe0 | (codePoint >> 12), tail(codePoint >> 6), tail(codePoint)]
  }
  return [
    0xf0 | (codePoint >> 18),
    tail(codePoint >> 12),
    tail(codePoint >> 6),
    tail(codePoint),
  ]
}

/**
 * Six bits, marked as what follows a first byte.
 *
 * @param {number} bits
 */
const tail = (bits) => 0x80 | (bits & 0x3f)

/**
 * @param {number} byte the first of a character
 * @returns {number} how many bytes the character has; 0: none begins so
 */
export function sequenceLength(byte) {
  if (byte < 0x80) return 1
  if (byte >= 0xc2 && byte < 0xe0) return 2
  if (byte >= 0xe0 && byte < 0xf0) return 3
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0
}
