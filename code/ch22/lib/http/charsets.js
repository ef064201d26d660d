import { VelocyError } from '../common/errors.js'
import { fieldOf } from './fields.js'
import { parseMediaType } from './media-types.js'

/** @import { RequestHeaders } from './fields.js' */

/**
 * @param {RequestHeaders} headers of a request
 * @returns {TextDecoder} for the charset that Content-Type names, or UTF-8
 * @throws {VelocyError} ERR_VELOCY_BODY_CHARSET, status 415, for a label that
 *   the Encoding standard does not know
 */
export function decoderOf(headers) {
  const type = parseMediaType(fieldOf(headers, 'content-type') ?? '')
  const label = type?.parameters.get('charset') ?? 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw new VelocyError(
      'ERR_VELOCY_BODY_CHARSET',
      `Unsupported charset ${JSON.stringify(label)} in Content-Type, ` +
        'expected one of the Encoding standard, such as utf-8',
      { status: 415 },
    )
  }
}

/**
 * @param {Buffer} bytes
 * @param {TextDecoder} [decoder] for UTF-8 unless told otherwise
 * @returns {string} without a byte order mark
 * @throws {VelocyError} ERR_VELOCY_BODY_NOT_TEXT, status 400
 */
export function textOf(bytes, decoder = UTF_8) {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new VelocyError(
      'ERR_VELOCY_BODY_NOT_TEXT',
      `Request body is not valid ${decoder.encoding}`,
      { status: 400 },
    )
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })
