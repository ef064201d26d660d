import { Buffer, isUtf8 } from 'node:buffer'

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** What each hexadecimal digit is worth, by its code; all others are -1. */
const DIGITS = new Int8Array(256).fill(-1)
for (const digit of '0123456789abcdefABCDEF') {
  DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
}

/**
 * The byte that an escape stands for.
 *
 * @param {Uint8Array} bytes
 * @param {number} index of a percent sign
 * @returns {number} below zero when two digits do not follow
 */
export function byteAt(bytes, index) {
  if (index + 2 >= bytes.length) return -1
  // A -1 has all its bits set, so the result is negative if either digit is.
  return (DIGITS[bytes[index + 1]] << 4) | DIGITS[bytes[index + 2]]
}

/**
 * Decodes in place: what is decoded is never longer.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} isForm whether a plus is a space
 * @returns {number} how many bytes there are afterwards
 */
function unescapeBytes(bytes, isForm) {
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    let byte = bytes[index]
    if (byte === PLUS && isForm) byte = SPACE
    if (byte === PERCENT) {
      const value = byteAt(bytes, index)
      if (value >= 0) {
        byte = value
        index += 2
      }
    }
    bytes[length++] = byte
  }
  return length
}

/**
 * Percent-decodes, once, and never fails: what isn't an escape stays as it is,
 * and bytes that aren't UTF-8 become U+FFFD.
 *
 * @param {string} text
 * @param {{ isForm?: boolean }} [options] whether a plus is a space; false
 * @returns {string}
 */
export function decode(text, { isForm = false } = {}) {
  if (!text.includes('%') && !(isForm && text.includes('+'))) return text
  const bytes = Buffer.from(text)
  return bytes.toString('utf8', 0, unescapeBytes(bytes, isForm))
}

/**
 * Whether the escapes of a text are those of UTF-8.
 *
 * @param {string} text
 */
export function decodesToText(text) {
  const bytes = Buffer.from(text)
  return isUtf8(bytes.subarray(0, unescapeBytes(bytes, false)))
}
