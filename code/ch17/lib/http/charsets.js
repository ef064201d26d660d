import { isUtf8 } from 'node:buffer'
import { VelocyError } from '../common/errors.js'
import { parseMediaType } from './media-types.js'

/** @import { RequestHeaders } from './fields.js' */

/**
 * @param {RequestHeaders} headers of a request
 * @returns {string | undefined} the charset of a body of any type
 */
export function charsetOf(headers) {
  const field = headers['content-type']
  const type = typeof field === 'string' ? parseMediaType(field) : null
  return type?.parameters.get('charset')
}

const UTF_8 = /^utf-?8$/i

/**
 * @param {string | undefined} label of a parameter `charset`; undefined: UTF-8
 * @returns {TextDecoder | undefined} undefined for UTF-8
 * @throws {VelocyError} ERR_VELOCY_BODY_CHARSET, status 415, for one that the
 *   Encoding standard does not know
 */
export function decoderOf(label) {
  if (label === undefined || UTF_8.test(label)) return undefined
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw badCharset(label)
  }
}

/**
 * For JSON (RFC 8259 §8.1) and forms (WHATWG URL §5), which have no other.
 *
 * @param {string | undefined} label
 * @throws {VelocyError} ERR_VELOCY_BODY_CHARSET, status 415
 */
export function expectUtf8(label) {
  if (label !== undefined && !UTF_8.test(label)) throw badCharset(label)
}

/** @param {string} label */
function badCharset(label) {
  return new VelocyError(
    'ERR_VELOCY_BODY_CHARSET',
    `The body has the charset ${JSON.stringify(label)}, expected utf-8`,
    { status: 415 },
  )
}

/**
 * @param {Buffer} bytes
 * @param {TextDecoder} [decoder] undefined: UTF-8
 * @returns {string} without a byte order mark
 * @throws {VelocyError} ERR_VELOCY_BODY_NOT_TEXT, status 400
 */
export function textOf(bytes, decoder) {
  if (decoder === undefined) {
    if (!isUtf8(bytes)) throw notText('utf-8')
    return bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw notText(decoder.encoding)
  }
}

/** @param {Buffer} bytes */
const startsWithMark = (bytes) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** @param {string} charset */
function notText(charset) {
  return new VelocyError(
    'ERR_VELOCY_BODY_NOT_TEXT',
    `The body has bytes that are not ${charset}`,
    { status: 400 },
  )
}
