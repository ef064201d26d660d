import { VelocyError } from '../common/errors.js'
import { fieldOf } from './fields.js'
import { parseMediaType } from './media-types.js'

/** @import { RequestHeaders } from './fields.js' */
/** @import { MediaType } from './media-types.js' */

/**
 * @param {RequestHeaders} headers of a request
 * @returns {boolean} whether there is a body: without either field there is
 *   none (RFC 9112 §6.3)
 */
export const hasBody = (headers) =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > 0

/**
 * Checks the type of a body, if there is one.
 *
 * @param {RequestHeaders} headers of a request
 * @param {string} accepted for the message and the field Accept
 * @param {(type: MediaType) => boolean} accepts
 * @throws {VelocyError} ERR_VELOCY_BODY_TYPE, status 415, also when the type
 *   is missing: a page of any origin can send bytes without one, and only what
 *   names its type is asked about before (CORS)
 */
export function expectType(headers, accepted, accepts) {
  const field = fieldOf(headers, 'content-type')
  // The most common field takes no parsing, and no body needs none.
  if (field === accepted || !hasBody(headers)) return
  const type = parseMediaType(field ?? '')
  if (type !== null && accepts(type)) return
  const got = field === undefined ? 'nothing' : JSON.stringify(field)
  throw new VelocyError(
    'ERR_VELOCY_BODY_TYPE',
    `Content-Type: got ${got}, expected ${accepted}`,
    { status: 415, headers: { accept: accepted } },
  )
}

/** @param {MediaType} type such as application/problem+json (RFC 6839 §3.1) */
export const isJson = ({ type, subtype }) =>
  subtype.endsWith('+json') || (type === 'application' && subtype === 'json')

export const FORM = 'application/x-www-form-urlencoded'

/** @param {MediaType} type */
export const isForm = ({ type, subtype }) =>
  type === 'application' && subtype === 'x-www-form-urlencoded'
