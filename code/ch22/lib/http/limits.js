import { having, integer, time } from '../common/options.js'

/**
 * @typedef {object} BodyLimits what a router or a route lets a body be
 * @property {number} bodyLimit Largest body, in bytes, as it is sent and as it
 *   is decoded. Default: 1 MiB.
 * @property {number} bodyTimeout How long a body may take once a handler asks
 *   for it, in ms; 0 means no limit. Default: 30,000.
 */
/** @type {Readonly<BodyLimits>} */
export const BODY_LIMITS = Object.freeze({
  bodyLimit: 1024 * 1024,
  bodyTimeout: 30_000,
})
export const LIMIT_RULES = {
  bodyLimit: integer(0, Number.POSITIVE_INFINITY),
  bodyTimeout: time(),
}

/**
 * @typedef {object} BodyOptions of one reading, instead of its route's
 * @property {number} [limit] In bytes. Default: the route's.
 * @property {number} [timeout] In ms; 0 is for ever. Default: the
 *   route's.
 * @property {AbortSignal} [signal] Ends the reading with its reason.
 */
export const READ_RULES = {
  limit: LIMIT_RULES.bodyLimit,
  timeout: LIMIT_RULES.bodyTimeout,
  signal: having('an AbortSignal', 'aborted', 'addEventListener'),
}
/** Of a form, also the most fields that are read. */
export const FORM_RULES = {
  ...READ_RULES,
  pairs: integer(0, Number.POSITIVE_INFINITY),
}
