import { VelocyError } from './errors.js'

// ANCHOR: parse
/** More pairs than any form has; fewer than a second of work. */
const MOST_PAIRS = 1000

/**
 * Reads a query as URLSearchParams does (WHATWG URL §5.1): pairs joined by
 * `&`, a plus for a space, and no input that is an error.
 *
 * @param {string} text without the question mark
 * @param {{ pairs?: number }} [options] the most pairs that are read, 1000
 * @returns {Record<string, string | string[]>} without inherited properties; a
 *   key that is repeated has an array, in order
 * @throws {VelocyError} ERR_VELOCY_QUERY_TOO_LONG, status 400
 */
export function parseQuery(text, { pairs = MOST_PAIRS } = {}) {
  /** @type {Record<string, string | string[]>} */
  const query = Object.create(null)
  let count = 0
  let equals = -1
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      if (++count > pairs) throw tooLong(pairs)
      // Looked for once, however many keys stand before it.
      if (equals < start) equals = text.indexOf('=', start)
      if (equals === -1) equals = text.length
      const keyEnd = Math.min(equals, end)
      const key = decodeForm(text.slice(start, keyEnd))
      append(query, key, decodeForm(text.slice(keyEnd + 1, end)))
    }
    start = end + 1
  }
  return query
}
// ANCHOR_END: parse

// ANCHOR: append
/**
 * @param {Record<string, string | string[]>} query
 * @param {string} key may be `__proto__`: a key like any other, in an object
 *   that inherits nothing
 * @param {string} value
 */
function append(query, key, value) {
  const present = query[key]
  if (present === undefined) query[key] = value
  else if (typeof present === 'string') query[key] = [present, value]
  else present.push(value)
}

/** @param {number} pairs */
function tooLong(pairs) {
  return new VelocyError(
    'ERR_VELOCY_QUERY_TOO_LONG',
    `The query has more than ${pairs} pairs, expected at most that many`,
    { status: 400 },
  )
}
// ANCHOR_END: append

// ANCHOR: decode
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Decodes a key or a value. What is no escape stays as it is, and bytes that
 * are no UTF-8 become U+FFFD.
 *
 * @param {string} text
 * @returns {string}
 */
function decodeForm(text) {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return decodeLeniently(spaced)
  }
}

/** @param {string} text */
function decodeLeniently(text) {
  const bytes = Buffer.from(text)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const digits = bytes.toString('latin1', i + 1, i + 3)
    const isEscape = bytes[i] === 0x25 && /^[0-9a-f]{2}$/i.test(digits)
    bytes[length++] = isEscape ? Number.parseInt(digits, 16) : bytes[i]
    if (isEscape) i += 2
  }
  return utf8.decode(bytes.subarray(0, length))
}
// ANCHOR_END: decode
