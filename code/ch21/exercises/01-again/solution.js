/**
 * @typedef {object} Attempt
 * @property {string} method of the request
 * @property {Record<string, string>} headers of the request, by lower-case names
 * @property {boolean} sent whether any byte of it may have reached a server
 * @property {number} [status] of the answer; undefined: there was none
 */

/** Idempotent by RFC 9110 §9.2.2: twice has the effect of once. */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']

/** What passes: another server, or the same one later, may do better. */
const PASSING = [502, 503, 504]

/**
 * Tells whether a request that has failed may be sent again by a program, with
 * nobody there to ask.
 *
 * @param {Attempt} attempt
 * @returns {boolean}
 */
export function mayRepeat({ method, headers, sent, status }) {
  if (!sent) return true
  if (status !== undefined && !PASSING.includes(status)) return false
  return IDEMPOTENT.includes(method) || 'idempotency-key' in headers
}
