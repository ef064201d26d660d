import { VelocyError } from '../common/errors.js'
import { http } from '../common/node-http.js'

/**
 * @param {import('node:http').ServerResponse} res
 * @param {number} status
 * @param {string} type of the body, with its charset, unless the handler has
 *   set another, such as application/problem+json
 * @param {string | Uint8Array} body not sent with a status that has none
 * @throws {VelocyError} ERR_VELOCY_BAD_STATUS
 */
export function send(res, status, type, body) {
  // After a 1xx, a client goes on waiting (RFC 9110 §15.2).
  if (status < 200) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_STATUS',
      `Bad status: got ${status} for an answer, expected 200 or more`,
    )
  }
  // Our own engine writes an ordinary response in one go.
  if (/** @type {any} */ (res).sendWhole?.(status, type, body)) return
  // Sending both Content-Length and Transfer-Encoding invites response
  // smuggling (RFC 9112 §6.3).
  res.removeHeader('transfer-encoding')
  // These have no body, and no length of one (RFC 9110 §8.6).
  if (status === 204 || status === 304) {
    res.removeHeader('content-length')
    res.writeHead(status).end()
    return
  }
  // Has no body, and says so with a length of 0 (§15.3.6).
  if (status === 205) {
    res.writeHead(status, { 'content-length': 0 }).end()
    return
  }
  // In bytes, which can be more than the length of the string.
  const length = Buffer.byteLength(body)
  res.writeHead(
    status,
    res.hasHeader('content-type')
      ? { 'content-length': length }
      : { 'content-type': type, 'content-length': length },
  )
  res.end(body)
}

/** Media types of what handlers give. */
export const TEXT = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json'
export const BYTES = 'application/octet-stream'

/** Fields that describe a body, and how long it may be kept. */
const OF_BODY = new RegExp(
  '^(?:content-(?!security)|' +
    '(?:cache-control|etag|expires|last-modified|trailer|transfer-encoding)$)',
)

/**
 * Prepares for an answer instead of the one that was planned: fields that
 * described its body go, all others stay, and what was private is.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {number} status
 * @param {Record<string, string>} [fields]
 */
export function startOver(res, status, fields = {}) {
  const before = `${res.getHeader('cache-control')}`
  for (const name of res.getHeaderNames()) {
    if (OF_BODY.test(name)) res.removeHeader(name)
  }
  if (/private|no-store/.test(before)) res.setHeader('cache-control', 'private')
  res.statusCode = status
  res.statusMessage = ''
  for (const [name, value] of Object.entries(fields)) res.setHeader(name, value)
}

/**
 * Answers with the name of the status that a response has.
 *
 * @param {import('node:http').ServerResponse} res
 */
export function sendName(res) {
  const { statusCode } = res
  send(res, statusCode, TEXT, statusName(statusCode))
}

/**
 * @param {number} status
 * @returns {string} its name, such as `Not Found`
 */
export const statusName = (status) => http.STATUS_CODES[status] ?? 'Unknown'
