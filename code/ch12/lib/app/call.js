import { VelocyError } from '../common/errors.js'

/** @import { Middleware, Step } from './compose.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * Runs what is behind a middleware, and returns what that has returned: a
 * promise when it is asynchronous, so that `await next()` is right for both.
 * Called with an error, the request fails with it, as if it had been thrown.
 *
 * @typedef {(error?: unknown) => any} Next
 */

/** A middleware that takes `next`, called for a request. */
export class Call {
  /** @type {Call | null} the one behind it */
  inner = null
  /** @type {any} what is behind it has returned, a promise until it is there */
  result = undefined
  /** Whether it has called `next`. */
  isOver = false
  /** Whether it has returned nothing: then nobody catches what it throws. */
  isAlone = false
  /** @type {PromiseWithResolvers<unknown> | null} of what it will do later */
  later = null
}

/**
 * @param {Middleware} layer
 * @param {Step} inner what is behind it
 * @returns {Step}
 */
export const stepAround = (layer, inner) => (req, res, outer) => {
  const call = new Call()
  outer.inner = call
  /** @type {Next} */
  const next = (error) => {
    if (error !== undefined && error !== null) return fail(error, call, res)
    if (call.isOver) return fail(calledTwice(), call, res)
    if (res.writableEnded) return fail(calledLate(), call, res)
    call.isOver = true
    if (call.later !== null) return goOnLater(inner, req, res, call)
    return keep(inner(req, res, call), call, res)
  }
  const returned = layer(req, res, next)
  if (returned !== undefined && returned !== res) return returned
  call.isAlone = true
  if (!call.isOver && !res.writableEnded) return wait(call, res)
  return call.result
}

/**
 * Notes what is behind a middleware has returned.
 *
 * @param {any} result
 * @param {Call} call of the middleware
 * @param {Response} res
 * @returns {any} the same; for nothing, what was returned further inside
 */
export function keep(result, call, res) {
  if (typeof result?.then !== 'function') {
    call.result = result
    return result
  }
  call.result = Promise.resolve(result).then(
    (value) => settle(value, call, res),
    (error) => {
      guard(call.result)
      throw error
    },
  )
  return call.result
}

/**
 * The middleware may never look at the promise, and a rejection that nobody
 * looks at ends the process.
 *
 * @param {Promise<unknown>} promise that is about to be rejected
 */
const guard = (promise) => {
  promise.catch(() => {})
}

/**
 * @param {unknown} value
 * @param {Call} call
 * @param {Response} res
 */
function settle(value, call, res) {
  const { inner } = call
  if ((value === undefined || value === res) && inner !== null) {
    value = inner.result
    // It has not been awaited, so it is still a promise.
    if (value instanceof Promise) {
      guard(call.result)
      return value
    }
  }
  call.result = value
  return value
}

/**
 * It has returned and neither answered nor gone on: it will in a callback. Until
 * then what is around it waits, or until the client leaves.
 *
 * @param {Call} call
 * @param {Response} res
 */
function wait(call, res) {
  call.later = Promise.withResolvers()
  if (res.closed) call.later.resolve(undefined)
  else res.once('close', call.later.resolve)
  return call.later.promise
}

/**
 * @param {Step} inner
 * @param {Request} req
 * @param {Response} res
 * @param {Call} call
 */
function goOnLater(inner, req, res, call) {
  const later = /** @type {PromiseWithResolvers<unknown>} */ (call.later)
  res.off('close', later.resolve)
  try {
    later.resolve(keep(inner(req, res, call), call, res))
  } catch (error) {
    later.reject(error)
  }
}

/**
 * @param {unknown} error
 * @param {Call} call
 * @param {Response} res
 */
function fail(error, { isAlone, isOver, later }, res) {
  if (!isAlone) throw error
  if (later !== null && !isOver) later.reject(error)
  else res.emit('error', /** @type {Error} */ (error))
}

const calledTwice = () =>
  new VelocyError(
    'ERR_VELOCY_NEXT_TWICE',
    'next() was called twice by one middleware: the second time, nothing ran',
  )

const calledLate = () =>
  new VelocyError(
    'ERR_VELOCY_NEXT_TOO_LATE',
    'next() was called after the answer had been sent, so nothing ran: ' +
      'return when you have answered',
  )
