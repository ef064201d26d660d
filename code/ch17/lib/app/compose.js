import { VelocyError } from '../common/errors.js'
import { Call, keep, stepAround } from './call.js'

/** @import { Handler } from '../router/route.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { Next } from './call.js' */

/**
 * Stands around a handler. One that takes `next` says when to go on. Behind one
 * that does not, it goes on when that has returned, or its promise is
 * fulfilled; unless it has answered, with `res` or by returning an answer.
 *
 * @typedef {(req: Request, res: Response, next: Next) => unknown} Middleware
 */
/**
 * Some middleware and a handler, made one.
 *
 * @typedef {(req: Request, res: Response, outer: Call) => any} Step it needs
 *   to know which call it is inside of
 */

/** What stands around a handler runs inside each other, on one stack. */
const MOST = 256

/**
 * Makes one handler of middleware and of what it stands around.
 *
 * @param {readonly Middleware[]} layers the first is the outermost
 * @param {Handler | Middleware} handler
 * @param {Handler} otherwise what a handler with `next` hands the request to
 * @returns {Handler} the handler itself, if there is nothing to be added
 * @throws {VelocyError} ERR_VELOCY_TOO_MANY_LAYERS
 */
export function compose(layers, handler, otherwise) {
  const isLayer = takesNext(handler)
  const all = isLayer ? [...layers, handler] : layers
  const last = /** @type {Handler} */ (isLayer ? otherwise : handler)
  if (all.length === 0) return last
  const around = countNext(all)
  checkCount(around)
  /** @type {Step} */
  let step = (req, res) => last(req, res)
  let end = all.length
  while (end > 0) {
    let start = end - 1
    if (takesNext(all[start])) step = stepAround(all[start], step)
    else {
      while (start > 0 && !takesNext(all[start - 1])) start--
      step = stepBefore(all.slice(start, end), step)
    }
    end = start
  }
  return around === 0 ? /** @type {any} */ (step) : outermost(step)
}

/** @param {Function} layer */
const takesNext = (layer) => layer.length > 2

/**
 * @param {readonly Function[]} layers
 * @returns {number} how many of them take `next`
 */
export const countNext = (layers) => layers.filter(takesNext).length

/**
 * @param {number} count of what takes `next` around one handler
 * @throws {VelocyError} ERR_VELOCY_TOO_MANY_LAYERS
 */
export function checkCount(count) {
  if (count <= MOST) return
  throw new VelocyError(
    'ERR_VELOCY_TOO_MANY_LAYERS',
    `Too many layers: got ${count} that take next around one handler, ` +
      `expected ${MOST} at most`,
  )
}

/**
 * @param {Step} step
 * @returns {Handler}
 */
const outermost = (step) => (req, res) => {
  const call = new Call()
  return keep(step(req, res, call), call, res)
}

/**
 * Several that do not take `next` need nothing but a loop.
 *
 * @param {Middleware[]} layers
 * @param {Step} inner
 * @returns {Step}
 */
const stepBefore = (layers, inner) => (req, res, outer) => {
  for (let i = 0; i < layers.length; i++) {
    const returned = /** @type {any} */ (layers[i](req, res, noNext))
    if (typeof returned?.then === 'function') {
      return goOn(returned, layers, i + 1, inner, req, res, outer)
    }
    if (isAnswered(returned, res)) return returned
  }
  return inner(req, res, outer)
}

/**
 * The same from where one has returned a promise.
 *
 * @param {PromiseLike<unknown>} returned by the layer before
 * @param {Middleware[]} layers
 * @param {number} start
 * @param {Step} inner
 * @param {Request} req
 * @param {Response} res
 * @param {Call} outer
 * @returns {Promise<unknown>}
 */
const goOn = (returned, layers, start, inner, req, res, outer) =>
  new Promise((resolve, reject) => {
    let index = start
    /** @param {any} value */
    const step = (value) => {
      try {
        while (!isAnswered(value, res)) {
          if (index === layers.length) return resolve(inner(req, res, outer))
          value = layers[index++](req, res, noNext)
          // An await in its place takes a third longer.
          if (typeof value?.then === 'function') return value.then(step, reject)
        }
        resolve(value)
      } catch (error) {
        reject(error)
      }
    }
    returned.then(step, reject)
  })

/**
 * @param {unknown} returned
 * @param {Response} res
 */
const isAnswered = (returned, res) =>
  (returned !== undefined && returned !== res) ||
  res.headersSent ||
  res.destroyed

/** What wrappers such as `(...all) => layer(...all)` get, which name no next. */
function noNext() {
  throw new VelocyError(
    'ERR_VELOCY_NO_NEXT',
    'next() was called by a middleware with fewer than three parameters, ' +
      'which goes on by itself: write (req, res, next)',
  )
}
