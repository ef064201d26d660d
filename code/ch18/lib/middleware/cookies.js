import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, integer, oneOf } from '../common/options.js'
import { decode } from '../common/percent.js'
import { isToken, trimWhitespace } from '../http/fields.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} CookieOptions
 * @property {string} [path] The paths that get the cookie, and all below them.
 *   Default: `/`.
 * @property {string | undefined} [domain] A host whose subdomains get the
 *   cookie as well. Default: this host gets it, and no other.
 * @property {number} [maxAge] How long the browser keeps it, in seconds: up to
 *   34,560,000, which are the 400 days that browsers allow; 0 removes it.
 *   Default: until the browser is closed.
 * @property {boolean} [httpOnly] Whether scripts in the page can't read it.
 *   Default: true.
 * @property {boolean} [secure] Whether it's sent by HTTPS only. Default: true.
 * @property {'strict' | 'lax' | 'none'} [sameSite] Whether requests that other
 *   sites cause have it: none of them, only links, or all. Default: `lax`.
 */

/** @param {string} expected @param {RegExp} pattern @returns {Rule} */
const matching = (expected, pattern) => ({
  expected,
  allows: (value) => typeof value === 'string' && pattern.test(value),
})
const RULES = {
  path: matching('a path in ASCII without ;', /^\/[\x20-\x3a\x3c-\x7e]*$/),
  domain: matching('the name of a host', /^[\w.-]+$/),
  maxAge: integer(0, 34_560_000),
  httpOnly: boolean,
  secure: boolean,
  sameSite: oneOf('strict', 'lax', 'none'),
}
/** @type {CookieOptions} */
const DEFAULTS = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' }

/** In bytes: browsers drop a cookie that is longer, and say nothing. */
const LIMIT = 4096

/**
 * Writes the value of a Set-Cookie field (RFC 6265 §4.1).
 *
 * @param {string} name
 * @param {string} value any text; it is percent-encoded
 * @param {CookieOptions} [options]
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_BAD_COOKIE, also for
 *   a cookie that browsers would drop without a word
 * @throws {TypeError} when the value is no string
 */
export function formatCookie(name, value, options) {
  const settings = { ...DEFAULTS, ...checkOptions('setCookie', options, RULES) }
  const { path, domain, maxAge, httpOnly, secure, sameSite } = settings
  const parts = [
    `${name}=${encodeURIComponent(value.toWellFormed())}; Path=${path}`,
    domain && `Domain=${domain}`,
    // The grammar has no Max-Age=0.
    maxAge === 0 && 'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    maxAge && `Max-Age=${maxAge}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    `SameSite=${sameSite}`,
  ]
  const line = parts.filter(Boolean).join('; ')
  const expected = problemOf(name, settings, line.length)
  if (expected === undefined) return line
  const message = `The cookie ${name}: expected ${expected}`
  throw new VelocyError('ERR_VELOCY_BAD_COOKIE', message)
}

/**
 * @param {string} name
 * @param {CookieOptions} settings
 * @param {number} length in bytes
 * @returns {string | undefined} what was expected instead
 */
function problemOf(name, { secure, path, domain, sameSite }, length) {
  const isHost = /^__host-/i.test(name)
  const isSecure = isHost || /^__secure-/i.test(name) || sameSite === 'none'
  if (!isToken(name)) return 'a token as its name (RFC 9110 §5.6.2)'
  if (length > LIMIT) return `at most ${LIMIT} bytes, got ${length}`
  if (isSecure && !secure) return 'secure: true'
  if (isHost && (path !== '/' || domain)) return "path: '/' and no domain"
}

/**
 * Finds a cookie in the value of a Cookie field (RFC 6265 §4.2).
 *
 * @param {string} field
 * @param {string} name
 * @returns {string | undefined} the first of that name, percent-decoded
 */
function cookieOf(field, name) {
  for (const pair of field.split(';')) {
    const equals = pair.indexOf('=')
    if (equals !== -1 && trimWhitespace(pair.slice(0, equals)) === name)
      return decode(trimWhitespace(pair.slice(equals + 1)))
  }
}

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
