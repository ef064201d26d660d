import { VelocyError } from '../common/errors.js'

/**
 * Characters that mean the same with and without an escape: the unreserved
 * ones, those that must be escaped and that some clients send as they are, and
 * the two that a route cannot write as they are.
 */
const PLAIN = /[A-Za-z0-9._~"<>\\^`{|}:*-]/

/**
 * Writes a path in the one form that routes are compared in: those characters
 * stand for themselves, every other escape stays, with its digits in upper case
 * (RFC 3986 §6.2.2).
 *
 * @param {string} path with at least one escape
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400: an escape that is
 *   no %HH, or bytes that are no UTF-8
 */
export function normalizePath(path) {
  decode(path)
  return path.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return PLAIN.test(character) ? character : triplet.toUpperCase()
  })
}

/**
 * Percent-decodes, once.
 *
 * @param {string} text
 * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400
 */
export function decode(text) {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new VelocyError(
      'ERR_VELOCY_BAD_ESCAPE',
      `Bad escape: got ${JSON.stringify(text)}, expected % to be followed by ` +
        'two hexadecimal digits, and the bytes to be UTF-8',
      { status: 400 },
    )
  }
}

/**
 * Case counts for ASCII only: everything else in a path is escaped.
 *
 * @param {string} text
 */
export const fold = (text) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @param {import('./pattern.js').Segment} segment */
export const foldSegment = (segment) =>
  segment.kind === 'static' ? { ...segment, text: fold(segment.text) } : segment
