import { VelocyError } from '../common/errors.js'
import { ALL } from './route.js'

/** @import { Route } from './route.js' */

/**
 * @param {string} method such as `GET`, or ALL
 * @param {ReadonlySet<string>} known
 */
export function checkMethod(method, known) {
  if (known.has(method) || method === ALL) return
  throw new VelocyError(
    'ERR_VELOCY_BAD_METHOD',
    `Bad method: got ${JSON.stringify(method) ?? typeof method}, expected a ` +
      'method that node:http knows, such as "GET"',
  )
}

/**
 * @param {unknown} handler
 * @param {string} method
 * @param {string} path
 */
export function checkHandler(handler, method, path) {
  if (typeof handler === 'function') return
  throw new VelocyError(
    'ERR_VELOCY_BAD_HANDLER',
    `Bad handler for ${method} ${path}: got ${typeof handler}, expected a ` +
      'function (req, res)',
  )
}

/**
 * @param {Route} added
 * @param {Route} present
 */
export function conflict(added, present) {
  return new VelocyError(
    'ERR_VELOCY_ROUTE_CONFLICT',
    `${added} conflicts with ${present}: both answer the same requests. ` +
      'Remove one of them, or change its path',
  )
}
