import { VelocyError } from '../common/errors.js'

/** @import { Middleware, Step } from './compose.js' */
/** @import { Response } from './response.js' */

/**
 * Runs what is behind a middleware, and returns what that has returned: a
 * promise when it is asynchronous, so that `await next()` is right for both.
 * Called with an error, the request fails with it, as if it had been thrown.
 *
 * @typedef {(error?: unknown) => any} Next
 */

/** The way of a request through middleware that takes `next`. */
export class Run {
  /** @type {Call | null} the innermost so far */
  last = null

  /**
   * Waits for the outermost middleware. When that has returned nothing, the
   * answer is what was returned inside of it.
   *
   * @param {PromiseLike<unknown>} returned
   * @param {Response} res
   */
  async finish(returned, res) {
    let answer = await returned
    if (answer !== undefined && answer !== res) return answer
    if (res.headersSent) return
    for (let call = this.last; call !== null; call = call.outer) {
      const value = await call.result
      if (value !== undefined && value !== res) answer = value
    }
    return answer
  }
}

/** A middleware that is called for a request. */
class Call {
  /** Whether it has called `next`. */
  isOver = false
  /** Whether it has returned nothing: then nobody catches what it throws. */
  isAlone = false
  /** @type {any} what is behind it has returned */
  result = undefined
  /** @type {PromiseWithResolvers<unknown> | null} of what it will do later */
  later = null

  /** @param {Call | null} outer */
  constructor(outer) {
    this.outer = outer
  }
}

/**
 * @param {Middleware} layer
 * @param {Step} inner what is behind it
 * @returns {Step}
 */
export const stepAround = (layer, inner) => (req, res, run) => {
  const call = new Call(run.last)
  run.last = call
  /** @type {Next} */
  const next = (error) => {
    if (error !== undefined && error !== null) return fail(error, call, res)
    if (call.isOver) return fail(calledTwice(), call, res)
    if (res.writableEnded) return fail(calledLate(), call, res)
    call.isOver = true
    if (call.later !== null) return goOnLater(inner, req, res, run, call)
    return keep(inner(req, res, run), call)
  }
  const returned = layer(req, res, next)
  if (returned !== undefined && returned !== res) return returned
  call.isAlone = true
  return call.isOver || res.writableEnded ? call.result : wait(call, res)
}

/**
 * @param {any} result
 * @param {Call} call
 */
function keep(result, call) {
  call.result = result
  if (typeof result?.then !== 'function') return result
  // Once: there are those that do their work each time.
  if (!(result instanceof Promise)) call.result = Promise.resolve(result)
  // The middleware may never look at it, and a rejection that nobody looks at
  // ends the process.
  call.result.then(undefined, ignore)
  return call.result
}

const ignore = () => {}

/**
 * It has returned and neither answered nor gone on: it will in a callback. As
 * long as it does not, what is around it waits; or until the client leaves.
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
 * @param {import('./request.js').Request} req
 * @param {Response} res
 * @param {Run} run
 * @param {Call} call
 */
function goOnLater(inner, req, res, run, call) {
  const later = /** @type {PromiseWithResolvers<unknown>} */ (call.later)
  res.off('close', later.resolve)
  try {
    later.resolve(keep(inner(req, res, run), call))
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
