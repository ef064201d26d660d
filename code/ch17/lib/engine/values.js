import { isWord } from './characters.js'

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
 * Whether a list has a member besides a word. An empty one is none (RFC 9110
 * §5.6.1.2).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {string} word in lower case
 */
export function hasOther(bytes, start, end, word) {
  while (start <= end) {
    let comma = start
    while (comma < end && bytes[comma] !== COMMA) comma++
    const from = trimStart(bytes, start, comma)
    const to = trimEnd(bytes, from, comma)
    if (to > from && !isWord(bytes, from, to, word)) return true
    start = comma + 1
  }
  return false
}
