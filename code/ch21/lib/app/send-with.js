import { boolean, checkOptions, integer } from '../common/options.js'
import { evaluateConditions } from '../http/conditions.js'
import { parseHttpDate } from '../http/dates.js'
import { etagOf } from '../http/etag.js'
import { send, TEXT } from '../http/send.js'

/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {object} AnswerFields
 * @property {number} [status] The status. Default: `res.statusCode`.
 * @property {Record<string, number | string | readonly string[]>} [headers] The
 *   fields of the answer.
 * @property {boolean} [etag] Whether the answer gets an entity tag and the
 *   conditions of the request are evaluated, so that a client that has it
 *   already gets a 304. Default: false.
 */
const RULES = {
  status: integer(200, 999),
  headers: {
    expected: 'an object such as { name: value }',
    // A Map, or Headers, would have no fields.
    allows: (/** @type {any} */ value) =>
      typeof value === 'object' &&
      value !== null &&
      !(Symbol.iterator in value),
  },
  etag: boolean,
}

/**
 * @param {ServerResponse} res
 * @param {AnswerFields} options
 * @param {string} type of the body, with its charset
 * @param {string} body
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function sendWith(res, options, type, body) {
  const {
    status = res.statusCode,
    headers = {},
    etag = false,
  } = checkOptions('res', options, RULES)
  for (const [name, value] of Object.entries(headers)) {
    res.setHeader(name, value)
  }
  const outcome = etag ? conditionsOf(res, status, body) : 'ok'
  if (outcome !== 'ok') return sendOutcome(res, outcome)
  send(res, status, type, body)
}

/**
 * @param {ServerResponse} res
 * @param {304 | 412} outcome
 */
function sendOutcome(res, outcome) {
  // They told of a body that is not sent.
  for (const name of res.getHeaderNames()) {
    if (/^content-(?!location$|security)/.test(name)) res.removeHeader(name)
  }
  res.removeHeader('last-modified')
  send(res, outcome, TEXT, 'Precondition Failed')
}

/**
 * Gives the answer an entity tag, unless it has one, and asks the conditions.
 *
 * @param {ServerResponse} res
 * @param {number} status
 * @param {string} body
 * @returns {'ok' | 304 | 412}
 */
function conditionsOf(res, status, body) {
  if (!res.hasHeader('etag')) res.setHeader('etag', etagOf(body))
  const { method = '', headers } = res.req
  const isRead = method === 'GET' || method === 'HEAD'
  // Of any other method it is too late: what it was to change has changed.
  if (!isRead || status < 200 || status > 299) return 'ok'
  const modified = res.getHeader('last-modified')?.toString()
  return evaluateConditions(method, headers, {
    etag: res.getHeader('etag')?.toString(),
    lastModified: parseHttpDate(modified ?? '') ?? undefined,
  })
}
