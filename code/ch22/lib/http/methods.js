import { VelocyError } from '../common/errors.js'
import { isToken } from './fields.js'

/**
 * @typedef {object} Method what clients, caches and proxies may assume
 * @property {boolean} safe it doesn't ask for a change (RFC 9110 §9.2.1)
 * @property {boolean} idempotent repeating it has no further effect (§9.2.2)
 * @property {boolean} cacheable its response may be kept (§9.2.3)
 */

/**
 * The methods of RFC 9110 §9 and RFC 5789.
 *
 * @type {ReadonlyMap<string, Readonly<Method>>}
 */
export const METHODS = new Map([
  ['GET', { safe: true, idempotent: true, cacheable: true }],
  ['HEAD', { safe: true, idempotent: true, cacheable: true }],
  ['OPTIONS', { safe: true, idempotent: true, cacheable: false }],
  ['TRACE', { safe: true, idempotent: true, cacheable: false }],
  ['PUT', { safe: false, idempotent: true, cacheable: false }],
  ['DELETE', { safe: false, idempotent: true, cacheable: false }],
  // Only with explicit freshness, which hardly any cache implements.
  ['POST', { safe: false, idempotent: false, cacheable: true }],
  ['PATCH', { safe: false, idempotent: false, cacheable: true }],
  ['CONNECT', { safe: false, idempotent: false, cacheable: false }],
])

const UNKNOWN = Object.freeze({
  safe: false,
  idempotent: false,
  cacheable: false,
})

/**
 * @param {string} name in upper case: methods are case-sensitive
 * @returns {Readonly<Method>} of an unknown method, nothing can be assumed
 */
export const propertiesOf = (name) => METHODS.get(name) ?? UNKNOWN

/**
 * @param {Iterable<string>} methods that a resource has handlers for
 * @returns {string[]} the methods it supports, sorted: with GET comes HEAD,
 *   and OPTIONS is always there
 * @throws {VelocyError} ERR_VELOCY_BAD_METHOD when a method is not a token
 */
export function allowedMethods(methods) {
  const allowed = new Set(['OPTIONS'])
  for (const method of methods) {
    if (!isToken(method)) {
      throw new VelocyError(
        'ERR_VELOCY_BAD_METHOD',
        `got the method ${JSON.stringify(method)}, expected a token`,
      )
    }
    allowed.add(method)
    if (method === 'GET') allowed.add('HEAD')
  }
  return [...allowed].sort()
}

/**
 * @param {Iterable<string>} methods that a resource has handlers for
 * @returns {string} the value of Allow (RFC 9110 §10.2.1)
 * @throws {VelocyError} ERR_VELOCY_BAD_METHOD when a method is not a token
 */
export const allowHeader = (methods) => allowedMethods(methods).join(', ')
