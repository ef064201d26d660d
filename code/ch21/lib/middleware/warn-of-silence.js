import { checkValue, integer } from '../common/options.js'

/** @import { Middleware } from '../app/typed.js' */

/**
 * Makes middleware that prints which handlers have not answered for a while,
 * and whether they are still running, or what they have returned. It's for
 * development: with NODE_ENV=production, it does nothing.
 *
 * @param {number} [ms] From 1 to 2,147,483,647. Default: 2000.
 * @returns {Middleware}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function warnOfSilence(ms = 2000) {
  checkValue('warnOfSilence', 'ms', ms, integer(1, 2 ** 31 - 1))
  if (process.env.NODE_ENV === 'production') return (_req, _res) => {}
  return async (req, res, next) => {
    let state = 'is still running'
    const timer = setTimeout(() => {
      if (res.headersSent) return
      const route = req.route ?? `${req.method} ${req.path}`
      console.warn(`${route}: no answer for ${ms} ms, its handler ${state}`)
    }, ms).unref()
    res.once('close', () => clearTimeout(timer))
    const returned = await next()
    state = `has returned ${returned === undefined ? 'nothing' : 'something'}`
    return returned
  }
}
