import { store } from '../cluster/store.js'
import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, func } from '../common/options.js'
import { checkRate, RATE_RULES, RateTable } from '../common/rate-table.js'

/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */
/** @import { Middleware } from '../app/typed.js' */
/** @import { Rate, Taken } from '../common/rate-table.js' */

/**
 * @typedef {object} KeyOptions
 * @property {(req: any) => string | undefined} [by] The key of a request;
 *   undefined: it isn't counted. Default: the network of the client's address.
 * @property {boolean} [shared] Whether all workers of a cluster count together.
 *   Default: false, each counts its own.
 * @property {string} [name] What the fields of answers and the cluster call it:
 *   letters, digits and hyphens. Default: `default`.
 */
/** @typedef {Rate & KeyOptions} RateLimitOptions */
const RULES = {
  ...RATE_RULES,
  by: func,
  shared: boolean,
  name: {
    expected: 'letters, digits and hyphens',
    allows: (/** @type {any} */ name) => /^[a-z\d-]+$/i.test(name),
  },
}

/**
 * Makes middleware that refuses requests of a key that makes too many, with
 * status 429. Answers have RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers-11), and a refusal has Retry-After.
 *
 * @param {RateLimitOptions} options
 * @returns {Middleware}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; its middleware throws
 *   ERR_VELOCY_RATE_LIMIT, status 429
 */
export function rateLimit(options) {
  const checked = checkOptions('rateLimit', options, RULES)
  const { by = addressOf, shared, name = 'default', ...given } = checked
  const rate = checkRate('rateLimit', given)
  const table = new RateTable(rate)
  const policy = `"${name}";q=${rate.limit};w=${secondsOf(rate.window)}`
  /** @param {Response} res @param {Taken} taken */
  const settle = (res, { isTaken, remaining, wait }) => {
    const seconds = secondsOf(wait)
    res.appendHeader('ratelimit-policy', policy)
    res.appendHeader('ratelimit', `"${name}";r=${remaining};t=${seconds}`)
    if (!isTaken) throw tooMany(seconds)
  }
  return (req, res) => {
    const key = by(req)
    if (key === undefined) return
    if (!shared) return settle(res, table.take(key))
    return store
      .take(`${name} ${key}`, rate)
      .catch(() => table.take(key))
      .then((taken) => settle(res, taken))
  }
}

/** @param {number} ms */
const secondsOf = (ms) => Math.ceil(ms / 1000)

/** @param {number} seconds */
const tooMany = (seconds) =>
  new VelocyError(
    'ERR_VELOCY_RATE_LIMIT',
    `Got too many requests, expected the next in ${seconds} s`,
    { status: 429, headers: { 'retry-after': `${seconds}` } },
  )

/** @param {Request & { ip?: string }} req */
function addressOf(req) {
  const address = req.ip ?? req.socket.remoteAddress
  return address === undefined ? undefined : networkOf(address)
}

/**
 * What a client can't change about its address: the whole of IPv4, and the
 * first 64 bits of IPv6, of which each customer has a network (RFC 6177).
 *
 * @param {string} address such as `2001:db8::7`
 * @returns {string} such as `2001:db8:0:0`
 */
export function networkOf(address) {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)
  if (mapped) return mapped[1]
  if (!address.includes(':')) return address
  const [start, end] = address.split('::')
  const first = start === '' ? [] : start.split(':')
  const last = end ? end.split(':') : []
  const zeros = Array(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
