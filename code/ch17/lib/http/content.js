import { VelocyError } from '../common/errors.js'
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
 * The charset of a body whose type is one that is expected.
 *
 * @param {RequestHeaders} headers of a request
 * @param {string} accepted for the message and the field Accept
 * @param {(type: MediaType) => boolean} accepts
 * @returns {string | undefined}
 * @throws {VelocyError} ERR_VELOCY_BODY_TYPE, status 415, also when the type
 *   is missing: a page of any origin can send bytes without one, and only what
 *   names its type is asked about before (CORS)
 */
export function expectType(headers, accepted, accepts) {
  const field = headers['content-type']
  if (field === accepted) return undefined
  const type = typeof field === 'string' ? parseMediaType(field) : null
  if (type !== null && accepts(type)) return type.parameters.get('charset')
  const got = field === undefined ? 'no' : `the ${JSON.stringify(field)}`
  throw new VelocyError(
    'ERR_VELOCY_BODY_TYPE',
    `The body has ${got} Content-Type, expected ${accepted}`,
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
