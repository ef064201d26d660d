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

/**
 * @typedef {object} Parent what a traceparent says
 * @property {string} traceId Of all requests that one has led to: 32 hex digits.
 * @property {string} parentId Of the request, or the call, that led to this
 *   one: 16 hex digits.
 * @property {number} flags 1: the caller records the trace; 2: its id is
 *   random.
 */
/**
 * @typedef {object} Trace
 * @property {string} traceId Of the whole trace: 32 hex digits.
 * @property {string} spanId Of this request: 16 hex digits.
 * @property {string} [parentId] None: the trace begins with this request.
 * @property {number} flags Those of the parent; without one, 3.
 * @property {string} [state] What other tracing systems have to say.
 */

/** Version 0 has 55 characters. A later one may have more behind them. */
const FORM =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Others have to pass on 512 characters, and need no more of us. */
const MAX_STATE = 512

/**
 * Reads the field that says which trace a request belongs to (W3C Trace Context
 * level 2, §3.2).
 *
 * @param {string} [text]
 * @returns {Parent | undefined} undefined: it is none, and a trace begins here
 */
export function parseTraceparent(text = '') {
  const [, traceId, parentId, flags] = FORM.exec(text) ?? []
  if (traceId === undefined) return undefined
  return { traceId, parentId, flags: Number.parseInt(flags, 16) & 3 }
}

/** @type {WeakMap<Request, Trace>} of those that have been asked for it */
const traces = new WeakMap()

/**
 * @returns {Trace | undefined} where the request that the caller works for stands
 *   in its trace; undefined outside of one
 */
export function currentTrace() {
  const req = currentRequest()
  if (req === undefined) return undefined
  const trace = traces.get(req) ?? begin(req)
  traces.set(req, trace)
  return trace
}

/**
 * @param {Request} req
 * @returns {Trace}
 */
function begin({ headers }) {
  const spanId = idOf(8)
  const parent = parseTraceparent(fieldOf(headers, 'traceparent'))
  if (parent === undefined) return { traceId: idOf(16), spanId, flags: 3 }
  const state = fieldOf(headers, 'tracestate') ?? ''
  return { ...parent, spanId, state: state.length > MAX_STATE ? '' : state }
}

/** @param {number} length in bytes */
const idOf = (length) => randomBytes(length).toString('hex')

/**
 * @returns {{ traceparent?: string, tracestate?: string }} fields for a request
 *   to another server, which is then part of the same trace; none outside of a
 *   request
 */
export function traceHeaders() {
  const { traceId, spanId, flags, state } = currentTrace() ?? {}
  if (traceId === undefined) return {}
  const traceparent = `00-${traceId}-${spanId}-0${flags}`
  return state ? { traceparent, tracestate: state } : { traceparent }
}
