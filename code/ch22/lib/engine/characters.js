/**
 * A table of bytes, so that a loop asks for each byte with one read.
 *
 * @param {(code: number) => boolean} isAllowed
 * @returns {Uint8Array} 1 for those that are allowed, 0 for the others
 */
const table = (isAllowed) =>
  Uint8Array.from({ length: 256 }, (_, code) => Number(isAllowed(code)))

/** @param {RegExp} pattern of one character */
const matching = (pattern) =>
  table((code) => pattern.test(String.fromCharCode(code)))

/** A method, or the name of a field (RFC 9110 §5.6.2). */
export const TOKEN = matching(/[!#$%&'*+\-.^_`|~0-9A-Za-z]/)

/** The value of a field, the whitespace in it too (RFC 9110 §5.5). */
export const FIELD_VALUE = matching(/[\t\x20-\x7e\x80-\xff]/)

/**
 * A request target. More than RFC 3986 allows, since browsers do not escape
 * these in a query: `[ ] ^ { | } \` and the backtick.
 */
export const TARGET = matching(/[!$-;=?-~]/)

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {string} text
 * @returns {boolean} whether the bytes are that text
 */
export function isText(bytes, start, end, text) {
  if (end - start !== text.length) return false
  for (let i = 0; i < text.length; i++) {
    if (bytes[start + i] !== text.charCodeAt(i)) return false
  }
  return true
}

/**
 * The same for a token, whatever its case.
 *
 * @param {Uint8Array} bytes characters of tokens only
 * @param {number} start
 * @param {number} end
 * @param {string} word in lower case
 */
export function isWord(bytes, start, end, word) {
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) {
    // This bit is the case of a letter. No other character of a token gets to
    // be a letter, a digit or a hyphen by it.
    if ((bytes[start + i] | 0x20) !== word.charCodeAt(i)) return false
  }
  return true
}

const COMMA = 0x2c

/** The whitespace around a value (RFC 9110 §5.6.3). */
const BLANK = matching(/[\t ]/)

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} where a value begins, behind its whitespace
 */
export function trimStart(bytes, start, end) {
  while (start < end && BLANK[bytes[start]] === 1) start++
  return start
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} where a value ends, before its whitespace
 */
export function trimEnd(bytes, start, end) {
  while (end > start && BLANK[bytes[end - 1]] === 1) end--
  return end
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string[]} the members of a list, such as the options in a
 *   Connection field, in lower case; some may be empty
 */
export function membersOf(bytes, start, end) {
  const members = []
  while (start <= end) {
    let comma = start
    while (comma < end && bytes[comma] !== COMMA) comma++
    const from = trimStart(bytes, start, comma)
    const to = trimEnd(bytes, from, comma)
    members.push(bytes.toString('latin1', from, to).toLowerCase())
    start = comma + 1
  }
  return members
}
