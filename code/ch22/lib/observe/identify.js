import { randomBytes } from 'node:crypto'
import { current } from '../common/current.js'
import { boolean, checkOptions } from '../common/options.js'
import { fieldOf } from '../http/fields.js'

/** @import { Request } from '../app/request.js' */
/** @import { Middleware } from '../app/typed.js' */

/** What others make: a UUID, 32 hex digits, HAProxy's `unique-id`. */
const ID = /^[\w.:+/=@-]{1,128}$/

const RULES = { trust: boolean }

/** Of this process: no other has the same. */
const PREFIX = randomBytes(8).toString('hex')
let count = 0

/**
 * @typedef {object} IdentifyOptions
 * @property {boolean} [trust] Whether a request keeps the X-Request-Id that it
 *   comes with, if that is of 1 to 128 letters, digits and `_.:+/=@-`. Only a
 *   proxy in front of us can say, which must replace what a client sends.
 *   Default: false.
 */

/**
 * Makes middleware that gives each request an id, `req.id`, and tells the client
 * by X-Request-Id. Whatever runs behind it, now or later, finds its request by
 * `currentRequest()`.
 *
 * @param {IdentifyOptions} [options]
 * @returns {Middleware<{ id: string }>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function identify(options) {
  const { trust = false } = checkOptions('identify', options, RULES)
  return (req, res, next) => {
    const given = trust ? fieldOf(req.headers, 'x-request-id') : undefined
    const isId = given !== undefined && ID.test(given)
    req.id = isId ? given : `${PREFIX}-${++count}`
    res.setHeader('x-request-id', req.id)
    return current.run(req, next)
  }
}

/**
 * @returns {(Request & { id?: string }) | undefined} the request that
 *   the caller works for; undefined outside of one
 */
export const currentRequest = () => current.getStore()

/** @returns {string | undefined} the id of the current request */
export const requestId = () => currentRequest()?.id
