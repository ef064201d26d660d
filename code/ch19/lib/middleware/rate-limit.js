import { store } from '../cluster/store.js'
import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, func } from '../common/options.js'
import { RateTable } from '../common/rate-table.js'
import { parseAddress } from './trust-proxy.js'

/** @import { Response } from '../app/response.js' */
/** @import { Middleware } from '../app/typed.js' */
/** @import { Taken } from '../common/rate-table.js' */

/**
 * @typedef {object} RateLimitOptions
 * @property {number} limit How many requests a key may make at once, from 1 to
 *   1,000,000.
 * @property {number} window How long it takes until as many are allowed again,
 *   in ms: one after another, `window / limit` apart.
 * @property {(req: any) => string | undefined} [by] The key of a request;
 *   undefined: it isn't counted. Default: the network of the client's address.
 * @property {boolean} [shared] Whether the workers of a cluster count together,
 *   as long as there is a primary. Default: false, each counts its own.
 * @property {string} [name] What answers and the cluster call it, in letters,
 *   digits and hyphens. Default: `default`.
 */
const RULES = {
  by: func,
  shared: boolean,
  name: {
    expected: 'letters, digits and hyphens',
    allows: (/** @type {any} */ name) => /^[a-z\d-]+$/i.test(name),
  },
}

/**
 * Makes middleware that refuses the requests of a key that makes too many, with
 * status 429. Answers have RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers-11), and a refusal has Retry-After.
 *
 * @param {RateLimitOptions} options
 * @returns {Middleware}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; the middleware throws
 *   ERR_VELOCY_RATE_LIMIT, status 429
 */
export function rateLimit({ limit, window, ...options }) {
  const checked = checkOptions('rateLimit', options, RULES)
  const { by = addressOf, shared, name = 'default' } = checked
  const table = new RateTable(limit, window)
  const policy = `"${name}";q=${limit};w=${Math.ceil(window / 1000)}`
  /** @param {Response} res @param {Taken} taken */
  const settle = (res, { isTaken, remaining, wait }) => {
    const seconds = Math.ceil(wait / 1000)
    res.appendHeader('ratelimit-policy', policy)
    res.appendHeader('ratelimit', `"${name}";r=${remaining};t=${seconds}`)
    if (!isTaken) throw tooMany(seconds)
  }
  return (req, res) => {
    const key = by(req)
    if (key === undefined) return
    if (!shared) return settle(res, table.take(key))
    return store
      .take(`${name} ${key}`, limit, window)
      .catch(() => table.take(key))
      .then((taken) => settle(res, taken))
  }
}

/** @param {number} seconds */
const tooMany = (seconds) =>
  new VelocyError(
    'ERR_VELOCY_RATE_LIMIT',
    `Got too many requests, expected the next in ${seconds} s`,
    { status: 429, headers: { 'retry-after': `${seconds}` } },
  )

/** @param {any} req */
const addressOf = (req) => networkOf(req.ip ?? req.socket.remoteAddress ?? '')

/**
 * The part of an address that a home can't change: all of IPv4, and of IPv6 the
 * first 56 bits, since a home should get a /56 (RIPE-690 §4.2.2). A company with
 * a /48 has 256 of those.
 *
 * @param {string} address such as `2001:db8::7`
 * @returns {string} such as `2001:db8:0:00`
 */
export function networkOf(address) {
  const canonical = parseAddress(address) ?? address
  if (!canonical.includes(':')) return canonical
  const [first, last = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array(8 - first.length - last.length).fill('0')
  const [a, b, c, d] = [...first, ...zeros, ...last]
  return `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}`
}
