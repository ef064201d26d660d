/** @import { Request } from '../app/request.js' */

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

/**
 * Whether a request comes from a page of our own, of another one that's welcome,
 * or from no page at all.
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
