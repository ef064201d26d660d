import { VelocyError } from '../common/errors.js'
import { isAnswer } from './errors.js'

/** @import { Handler } from '../router/route.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * Runs what is behind a middleware, and returns what that has returned: a
 * promise when it is asynchronous, so that `await next()` is right for both.
 * Called with an error, the request fails with it, as if it had been thrown.
 *
 * @typedef {(error?: unknown) => any} Next
 */

// What a layer is doing for a request.
const RUNNING = 0
/** It has returned; what is outside waits for its promise, or for next. */
const PENDING = 1
/** It has called next with an error, in a callback. */
const FAILED = 2
/** Nothing waits for it any more. */
const OVER = 3

/**
 * @param {Middleware} layer that takes `next`
 * @param {Handler} inner what is behind it
 * @param {(value: unknown) => boolean} isAnswer whether what the layer has
 *   returned is the answer; otherwise, what came from inside is
 * @returns {Handler}
 */
export const stepAround = (layer, inner, isAnswer) => (req, res) => {
  let state = RUNNING
  let isCalled = false
  /** @type {any} what came from inside */
  let result
  /** @type {((result: any) => Promise<any>) | undefined} */
  let goOn
  /** @type {Next} */
  const next = (error) => {
    if (state === FAILED) return result
    const problem = error ?? misuse(isCalled, state, res)
    isCalled = true
    if (state === OVER) return void res.emit('error', problem)
    result = guard(run(inner, req, res, problem, state === RUNNING))
    if (problem !== undefined) state = FAILED
    else if (goOn !== undefined) state = OVER
    return goOn === undefined ? result : goOn(result)
  }
  /** @param {any} returned */
  const leave = (returned) => {
    if (state === FAILED) return result
    state = OVER
    if (returned !== res && isAnswer(returned)) return returned
    if (isCalled || res.writableEnded) return result
    state = PENDING
    return new Promise((resolve) => {
      goOn = waitFor(res, resolve)
    })
  }
  /** @param {unknown} error */
  const fail = (error) => {
    state = OVER
    throw error
  }
  const returned = attempt(layer, req, res, next, fail)
  if (!isPromise(returned) || returned === result) return leave(returned)
  state = PENDING
  return Promise.resolve(returned).then(leave, fail)
}

/**
 * @param {Middleware} layer
 * @param {Request} req
 * @param {Response} res
 * @param {Next} next
 * @param {(error: unknown) => never} fail
 */
function attempt(layer, req, res, next, fail) {
  try {
    return layer(req, res, next)
  } catch (error) {
    return fail(error)
  }
}

/**
 * @param {Handler} inner
 * @param {Request} req
 * @param {Response} res
 * @param {unknown} problem
 * @param {boolean} isRunning whether the layer is there to catch what is thrown
 */
function run(inner, req, res, problem, isRunning) {
  try {
    if (problem !== undefined) throw problem
    return inner(req, res)
  } catch (error) {
    if (isRunning) throw error
    return Promise.reject(error)
  }
}

/**
 * A layer goes on in a callback, or its client leaves before.
 *
 * @param {Response} res
 * @param {(result?: any) => void} resolve ends the wait
 */
function waitFor(res, resolve) {
  if (res.closed) resolve()
  res.once('close', resolve)
  /** @param {any} result */
  return (result) => {
    res.off('close', resolve)
    resolve(result)
    return Promise.resolve(result).catch(ignore)
  }
}

/**
 * A rejection that no layer looks at would end the process.
 *
 * @param {any} result
 */
function guard(result) {
  if (!isPromise(result)) return result
  const promise = Promise.resolve(result)
  promise.catch(ignore)
  return promise
}

const ignore = () => {}

/** @param {any} value */
export const isPromise = (value) => typeof value?.then === 'function'

/**
 * @param {boolean} isCalled
 * @param {number} state
 * @param {Response} res
 */
function misuse(isCalled, state, res) {
  if (isCalled) {
    return new VelocyError(
      'ERR_VELOCY_NEXT_TWICE',
      'next() was called twice by one middleware: the second time, nothing ran',
    )
  }
  if (state === OVER || res.writableEnded) {
    return new VelocyError(
      'ERR_VELOCY_NEXT_TOO_LATE',
      'next() was called after the answer had been sent, so nothing ran: ' +
        'return when you have answered',
    )
  }
}

/**
 * Wraps a handler. One that takes `next` says when to go on. Behind one that
 * does not, the request goes on when it has returned, or when its promise is
 * fulfilled; unless it has answered, with `res` or by returning a string or an
 * object.
 *
 * @typedef {(req: Request, res: Response, next: Next) => unknown} Middleware
 */

/**
 * Makes one handler of middleware and the handler that it wraps.
 *
 * @param {readonly Middleware[]} layers the first is the outermost
 * @param {Handler | Middleware} handler
 * @param {Handler} otherwise runs when a handler with `next` calls that
 * @returns {Handler} the handler itself when nothing wraps it
 */
export function compose(layers, handler, otherwise) {
  let step = /** @type {Handler} */ (handler)
  if (takesNext(handler)) step = stepAround(handler, otherwise, isGiven)
  for (const layer of layers.toReversed()) {
    step = takesNext(layer)
      ? stepAround(layer, step, isAnswer)
      : stepBefore(layer, step)
  }
  return step
}

/** @param {Function} layer */
const takesNext = (layer) => layer.length > 2

/** @param {unknown} returned by a handler */
const isGiven = (returned) => returned !== undefined

/**
 * @param {Middleware} layer that does not take `next`
 * @param {Handler} inner
 * @returns {Handler}
 */
const stepBefore = (layer, inner) => (req, res) => {
  const returned = /** @type {any} */ (layer)(req, res)
  return isPromise(returned)
    ? goOnLater(returned, inner, req, res)
    : goOn(returned, inner, req, res)
}

/**
 * @param {unknown} returned
 * @param {Handler} inner
 * @param {Request} req
 * @param {Response} res
 */
function goOn(returned, inner, req, res) {
  const isAnswered = res.headersSent || res.destroyed
  if (isAnswered || (returned !== res && isAnswer(returned))) return returned
  return inner(req, res)
}

/** @type {typeof goOn} */
const goOnLater = (promise, inner, req, res) =>
  Promise.resolve(promise).then((value) => goOn(value, inner, req, res))
