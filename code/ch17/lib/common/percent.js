import { Buffer, isUtf8 } from 'node:buffer'

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** Up to this length a text is decoded piece by piece. */
const SHORT = 64

/** What each hexadecimal digit is worth, by its code; all others are -1. */
export const DIGITS = new Int8Array(256).fill(-1)
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
 * The same, in a text.
 *
 * @param {string} text
 * @param {number} index of a percent sign
 * @returns {number} below zero when two digits do not follow
 */
export function escapeAt(text, index) {
  if (index + 2 >= text.length) return -1
  const [high, low] = [text.charCodeAt(index + 1), text.charCodeAt(index + 2)]
  return high > 0xff || low > 0xff ? -1 : (DIGITS[high] << 4) | DIGITS[low]
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
 * Decodes without bytes what is short and has escapes of ASCII only.
 *
 * @param {string} text
 * @returns {string | null} null: it is something else
 */
function decodeShort(text) {
  if (text.length > SHORT) return null
  let decoded = ''
  let last = 0
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', last)) {
    const code = escapeAt(text, at)
    if (code < 0 || code > 0x7f) return null
    decoded += text.slice(last, at) + String.fromCharCode(code)
    last = at + 3
  }
  return decoded + text.slice(last)
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
  const short = isForm ? null : decodeShort(text)
  if (short !== null) return short
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
