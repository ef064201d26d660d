import http from 'node:http'
import { exposedOf, statusOf, VelocyError } from '../common/errors.js'
import { send, TEXT } from '../http/send.js'
import { answer } from './answer.js'
import { isLost } from './stream.js'

/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * Is told each error that answers a request, and may answer for it: with `res`,
 * whose status is set already, or by returning a string or an object, as a
 * handler does. Anything else it returns says that it has only looked.
 *
 * @typedef {(error: unknown, req: Request, res: Response) => unknown} ErrorHandler
 */

/**
 * Fields that do not say what the answer is, but who may see it, and that
 * caches and browsers go by whatever it is. The others were for an answer that
 * there will not be.
 */
const STAYING = new RegExp(
  '^(?:access-control-|cross-origin-|content-security-policy|vary$|' +
    'referrer-policy$|strict-transport-security$|x-content-type-options$|' +
    'x-frame-options$)',
)

/** What it looks like to a program when a client leaves. */
const LEAVING = new Set([
  ...['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'],
])

/**
 * Answers for an error. The client learns its status, and what it may know.
 *
 * @param {any} error whatever was thrown
 * @param {Request} req
 * @param {Response} res
 * @param {{ onErrors: ErrorHandler[], problems: boolean }} options each is told
 *   what the one before has not answered for, or what that has thrown instead
 * @returns {Promise<void>} never rejects
 */
export async function answerError(error, req, res, { onErrors, problems }) {
  const isGone = isLost(res)
  if (isGone && isOfClient(error)) return
  const isOpen = !isGone && !res.headersSent
  let last = error
  let isPrepared = !isOpen
  for (const [index, onError] of onErrors.entries()) {
    try {
      if (!isPrepared) prepare(last, res)
      isPrepared = true
      let returned = /** @type {any} */ (onError(last, req, res))
      if (typeof returned?.then === 'function') returned = await returned
      if (isOpen && isAnswer(returned)) await answer(returned, res, 'onError')
      // It may have begun an answer that goes on.
      if (isOpen && res.headersSent) return
    } catch (failure) {
      if (index === onErrors.length - 1 || res.headersSent) print(failure)
      else last = failure
      if (res.headersSent) break
      isPrepared = !isOpen
    }
  }
  if (isLost(res)) return
  if (!res.headersSent) return sendError(last, res, problems)
  // Half an answer cannot be taken back.
  if (!res.writableEnded) res.destroy()
}

/**
 * What an onError returns by the way is none: `errors.push(error)` returns a
 * number, `log.error(error)` a boolean.
 *
 * @param {unknown} returned
 */
const isAnswer = (returned) =>
  typeof returned === 'string' || typeof returned === 'object'

/**
 * Whether the error comes from the client's leaving.
 *
 * @param {any} error
 */
const isOfClient = (error) => statusOf(error) < 500 || LEAVING.has(error?.code)

/**
 * @param {any} error
 * @param {Response} res
 */
function prepare(error, res) {
  for (const name of res.getHeaderNames()) {
    if (!STAYING.test(name)) res.removeHeader(name)
  }
  res.statusCode = statusOf(error)
  res.statusMessage = ''
  if (!(error instanceof VelocyError)) return
  for (const [name, value] of Object.entries(error.headers ?? {})) {
    res.setHeader(name, value)
  }
}

/**
 * @param {unknown} error
 * @param {Response} res
 * @param {boolean} isProblem whether to answer in JSON
 */
function sendError(error, res, isProblem) {
  const status = statusOf(error)
  const title = http.STATUS_CODES[status] ?? 'Unknown'
  if (!isProblem) {
    res.setHeader('content-type', TEXT)
    return send(res, status, TEXT, title)
  }
  // RFC 9457. Of about:blank the title is that of the status.
  const problem = { type: 'about:blank', title, status, ...exposedOf(error) }
  const type = 'application/problem+json'
  res.setHeader('content-type', type)
  send(res, status, type, JSON.stringify(problem))
}

/**
 * The onError of a router that has none: what a client can cause at will is no
 * news.
 *
 * @param {unknown} error
 */
export function printError(error) {
  if (statusOf(error) < 500 || exposedOf(error).detail !== undefined) return
  print(error)
}

/** @param {unknown} error */
export function print(error) {
  try {
    console.error(error)
  } catch {
    console.error('An error that cannot be shown')
  }
}
