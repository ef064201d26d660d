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

/** The host of nearly every request: a name or an IPv4 address. */
export const PLAIN_HOST = matching(/[-.0-9A-Za-z]/)

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
 * The same for tokens, whatever their case.
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
