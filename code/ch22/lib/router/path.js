import { Buffer } from 'node:buffer'
import { VelocyError } from '../common/errors.js'
import { byteAt, decodesToText } from '../common/percent.js'

const PERCENT = 0x25

/**
 * By byte: a visible character, which does not end a path or divide it. To a
 * browser, a backslash is a slash.
 */
const IS_PLAIN = Array.from({ length: 256 }, (_, byte) => {
  const isVisible = byte > 0x20 && byte < 0x7f
  return isVisible && !'/\\?#%'.includes(String.fromCharCode(byte))
})

/**
 * Writes a path in its normal form, in which routes and requests are compared:
 * escapes of plain characters are undone, all others stay, with their digits
 * in upper case. Doing it twice changes nothing.
 *
 * @param {string} path
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_ESCAPE, status 400: an escape that is
 *   not %HH, or bytes that are not UTF-8
 */
export function normalizePath(path) {
  if (!path.includes('%')) return path
  const bytes = Buffer.from(path)
  let length = 0
  let highest = 0
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== PERCENT) {
      bytes[length++] = bytes[index]
      continue
    }
    const byte = byteAt(bytes, index)
    if (byte < 0) throw badEscape(path)
    highest = Math.max(highest, byte)
    if (IS_PLAIN[byte]) {
      bytes[length++] = byte
    } else {
      bytes[length++] = PERCENT
      bytes[length++] = upperCase(bytes[index + 1])
      bytes[length++] = upperCase(bytes[index + 2])
    }
    index += 2
  }
  // ASCII bytes are always valid text.
  if (highest > 0x7f && !decodesToText(path)) throw badEscape(path)
  return bytes.toString('utf8', 0, length)
}

/** @param {number} digit of hexadecimals */
const upperCase = (digit) => (digit < 0x61 ? digit : digit - 0x20)

/** @param {string} path */
function badEscape(path) {
  return new VelocyError(
    'ERR_VELOCY_BAD_ESCAPE',
    `Bad escape: got ${JSON.stringify(path.slice(0, 80))}, expected % to be ` +
      'followed by two hexadecimal digits, and the bytes to be UTF-8',
    { status: 400 },
  )
}

/**
 * Only static text is folded. All of it is ASCII, in the normal form, so its
 * length stays the same.
 *
 * @param {import('./pattern.js').Segment} segment
 */
export const foldSegment = (segment) =>
  segment.kind === 'static'
    ? { ...segment, text: segment.text.toLowerCase() }
    : segment
