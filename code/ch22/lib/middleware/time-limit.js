import { release } from '../app/stream.js'
import { VelocyError } from '../common/errors.js'
import { checkValue, time } from '../common/options.js'

/** @import { Response } from '../app/response.js' */
/** @import { Middleware } from '../app/typed.js' */

/**
 * Makes middleware that answers with 503 when no answer has begun in time.
 * `req.deadline` is aborted then, and when the client leaves. What the handler
 * does after that has no effect: an answer is dropped, an error is printed.
 *
 * @param {number} ms how long an answer may take to begin, up to 2,147,483,647
 * @returns {Middleware<{ deadline: AbortSignal }>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; its middleware throws
 *   ERR_VELOCY_TIME_LIMIT, status 503
 */
export function timeLimit(ms) {
  checkValue('timeLimit', 'ms', ms, time(1))
  return async (req, res, next) => {
    const abortion = new AbortController()
    // A limit around this one may be shorter.
    const outer = req.deadline
    const { signal } = abortion
    req.deadline = outer ? AbortSignal.any([outer, signal]) : signal
    const { promise: over, reject } = Promise.withResolvers()
    const timer = setTimeout(() => {
      if (res.headersSent) return
      const error = tooSlow(ms)
      mute(res, error)
      reject(error)
      abortion.abort(error)
    }, ms)
    res.once('close', () => {
      clearTimeout(timer)
      if (!res.writableFinished) abortion.abort()
    })
    const answered = (async () => next())()
    over.catch((late) =>
      answered.then(drop).catch((error) => {
        // Some are only what the deadline, or a slow client, has brought about.
        const isTheirs = [error, error?.cause].includes(late) || !req.complete
        if (!isTheirs) res.emit('error', error)
      }),
    )
    const value = await Promise.race([answered, over])
    // It may answer in a callback, or with a stream that has not begun.
    over.catch((late) => res.emit('error', late))
    return value
  }
}

/** @param {number} ms */
const tooSlow = (ms) =>
  new VelocyError(
    'ERR_VELOCY_TIME_LIMIT',
    `Got no answer from the handler in ${ms} ms`,
    { status: 503, expose: true },
  )

/** What throws when an answer has been sent already, or never calls back. */
const METHODS = 'setHeader setHeaders appendHeader removeHeader writeHead end'

/**
 * Makes a response ignore what comes after its end: an error that is thrown in
 * a callback would end the process.
 *
 * @param {any} res
 * @param {VelocyError} late for the callback of a late end()
 */
function mute(res, late) {
  for (const name of METHODS.split(' ')) {
    const method = res[name]
    res[name] = (/** @type {any[]} */ ...args) => {
      if (!res.writableEnded) return method.apply(res, args)
      const callback = args.at(-1)
      if (typeof callback === 'function') process.nextTick(callback, late)
      return res
    }
  }
}

/** @param {any} value that a handler has returned */
function drop(value) {
  const source = value?.body ?? value
  if (source?.[Symbol.asyncIterator]) release(source)
}

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
  checkValue('warnOfSilence', 'ms', ms, time(1))
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
