import { cookieOf, formatCookie } from '../http/cookies.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { CookieOptions } from '../http/cookies.js' */

/**
 * Reads a cookie of a request.
 *
 * @param {Pick<IncomingMessage, 'headers'>} req
 * @param {string} name
 * @returns {string | undefined} whatever the client has sent: anybody can write
 *   a cookie
 */
export const getCookie = (req, name) => cookieOf(req.headers.cookie ?? '', name)

/**
 * Sends a cookie with an answer, which no shared cache may keep then, unless it
 * has a Cache-Control of its own.
 *
 * @param {ServerResponse} res whose head has not been sent yet
 * @param {string} name of letters, digits and some signs: a token
 * @param {string} value any text, up to about 4,000 bytes when it's encoded
 * @param {CookieOptions} [options]
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_BAD_COOKIE
 * @throws {Error} ERR_HTTP_HEADERS_SENT
 */
export function setCookie(res, name, value, options) {
  res.appendHeader('set-cookie', formatCookie(name, value, options))
  keepPrivate(res)
}

/**
 * Tells the browser to forget a cookie.
 *
 * @param {ServerResponse} res
 * @param {string} name
 * @param {CookieOptions} [options] the path and the domain of the cookie
 * @throws {VelocyError} as setCookie
 */
export const deleteCookie = (res, name, options) =>
  setCookie(res, name, '', { ...options, maxAge: 0 })

/**
 * An answer that depends on who has asked isn't for the next (RFC 9111 §7.3).
 *
 * @param {ServerResponse} res
 */
export function keepPrivate(res) {
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'private')
}
