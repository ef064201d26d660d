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
  /** Whether it has returned, if only a promise, or thrown. */
  isBack = false
  /** Whether that promise is settled, too: nobody waits for it any more. */
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
    if (isLate(call, res)) return fail(calledLate(), call, res)
    call.isOver = true
    if (call.isBack) return goOnLater(inner, req, res, call)
    return keep(inner(req, res, call), call, res)
  }
  /** @type {any} */
  let returned
  try {
    returned = layer(req, res, next)
  } catch (error) {
    call.isAlone = true
    throw error
  } finally {
    call.isBack = true
  }
  if (typeof returned?.then === 'function') return returned
  return leave(returned, call, res)
}

/**
 * A middleware has returned, or its promise is fulfilled.
 *
 * @param {any} returned
 * @param {Call} call
 * @param {Response} res
 * @returns {any} what comes out of it: for nothing, what is behind it has
 *   returned
 */
function leave(returned, call, res) {
  call.isAlone = true
  if (call.later !== null) return call.later.promise
  if (returned !== undefined && returned !== res) return returned
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
      if (call.inner !== null) call.inner.isAlone = true
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
  if (inner !== null) {
    value = leave(value, inner, res)
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
 * What is thrown now would end the process: no layer is there to catch it.
 *
 * @param {Step} inner
 * @param {Request} req
 * @param {Response} res
 * @param {Call} call
 */
function goOnLater(inner, req, res, call) {
  const { later } = call
  call.later = null
  let result
  try {
    result = keep(inner(req, res, call), call, res)
  } catch (thrown) {
    result = keep(Promise.reject(thrown), call, res)
  }
  if (later === null) return result
  res.off('close', later.resolve)
  later.resolve(result)
}

/**
 * @param {Call} call
 * @param {Response} res
 * @returns {boolean} whether it has answered, or thrown
 */
const isLate = ({ isAlone, later }, res) =>
  res.writableEnded || (isAlone && later === null)

/**
 * @param {unknown} error
 * @param {Call} call
 * @param {Response} res
 */
function fail(error, call, res) {
  if (!call.isBack) throw error
  call.isOver = true
  const { isAlone } = call
  if (isAlone && call.later === null) {
    res.emit('error', /** @type {Error} */ (error))
    return
  }
  call.later ??= Promise.withResolvers()
  guard(call.later.promise)
  call.later.reject(error)
  return isAlone ? undefined : call.later.promise
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
