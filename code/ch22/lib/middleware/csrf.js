import { VelocyError } from '../common/errors.js'
import { checkOptions } from '../common/options.js'

/** @import { Request } from '../app/request.js' */
/** @import { Middleware } from '../app/typed.js' */

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Middleware that refuses requests which a browser sends for a page of another
 * origin, unless their method is GET, HEAD or OPTIONS. Programs that aren't
 * browsers pass: nobody can make them send a cookie.
 *
 * @param {{ origins?: string[] }} [options] other origins whose pages may send
 *   such requests, such as `https://pay.example`. Default: none.
 * @returns {Middleware} which throws ERR_VELOCY_CROSS_ORIGIN, status 403
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function csrf(options) {
  const { origins = [] } = checkOptions('csrf', options, { origins: ORIGINS })
  return (req) => {
    if (SAFE.has(req.method ?? '') || isWelcome(req, origins)) return
    const { origin = 'another origin' } = req.headers
    throw new VelocyError(
      'ERR_VELOCY_CROSS_ORIGIN',
      `Got a ${req.method} from a page of ${origin}, expected one of our own`,
      { status: 403 },
    )
  }
}

/**
 * Whether a request comes from a page of our own, of a welcome origin, or from
 * no page at all.
 *
 * @param {Request & { host?: string }} req
 * @param {string[]} origins
 */
export function isWelcome({ headers, host = headers.host }, origins) {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origins.includes(origin)) return true
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // An older browser, a site without TLS, or no browser at all.
  if (origin === undefined) return true
  return origin === `https://${host}` || origin === `http://${host}`
}

/**
 * Whether browsers would send it as an Origin: without a path, a default port
 * or capitals. A star would stand for itself, and for no other host.
 *
 * @param {unknown} text
 */
function isOrigin(text) {
  const { protocol, host = '*' } = URL.parse(String(text)) ?? {}
  return !host.includes('*') && `${protocol}//${host}` === text
}

/** Option of csrf and cors. @type {import('../common/options.js').Rule} */
export const ORIGINS = {
  expected: "an array of origins, such as ['https://shop.example']",
  allows: (origins) => Array.isArray(origins) && origins.every(isOrigin),
}
