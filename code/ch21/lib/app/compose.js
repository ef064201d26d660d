import { VelocyError } from '../common/errors.js'
import { isAnswer } from './errors.js'
import { isPromise, stepAround } from './layer.js'

/** @import { Handler } from '../router/route.js' */
/** @import { Next } from './layer.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

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
  const returned = /** @type {any} */ (layer(req, res, noNext))
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

/** What wrappers such as `(...all) => layer(...all)` get, which name no next. */
function noNext() {
  throw new VelocyError(
    'ERR_VELOCY_NO_NEXT',
    'next() was called by a middleware with fewer than three parameters, ' +
      'which goes on by itself: write (req, res, next)',
  )
}
