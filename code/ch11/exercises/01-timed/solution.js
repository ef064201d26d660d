/** @import { Middleware } from '../../lib/index.js' */

/**
 * Makes a middleware that tells how long all took that is behind it, in the
 * field `server-timing`: `total;dur=12.5` for 12.5 ms. What is behind it may be
 * a function that takes a while, and the answer stays what it is.
 *
 * @param {() => number} now in ms, such as `() => performance.now()`
 * @returns {Middleware}
 */
export function timed(now) {
  return async (_req, res, next) => {
    const start = now()
    const answer = await next()
    res.setHeader('server-timing', `total;dur=${now() - start}`)
    return answer
  }
}
