import http from 'node:http'
import { statusOf, VelocyError } from '../common/errors.js'
import { send, sendStatus, TEXT } from '../http/send.js'
import { answer } from './answer.js'
import { exposedOf, sendProblem } from './problem.js'
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
 * @typedef {object} ErrorOptions
 * @property {ErrorHandler[]} onErrors each is told what the one before has not
 *   answered for, or what that has thrown instead
 * @property {boolean} problems whether errors are answered in JSON
 */

/**
 * Fields that do not say what the answer is, but who may see it, and that
 * caches and browsers go by whatever it is; and whether the connection ends.
 * The others were for an answer that there will not be.
 */
const STAYING = new RegExp(
  '^(?:access-control-|cross-origin-|content-security-policy|vary$|' +
    'referrer-policy$|strict-transport-security$|x-content-type-options$|' +
    'x-frame-options$|connection$)',
)

/** What it looks like to a program when a client leaves. */
const LEAVING = new Set([
  ...['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'],
  // Of the reason that req.signal aborts with.
  ...['ABORT_ERR', DOMException.ABORT_ERR],
])

/**
 * Answers for an error. The client learns its status, and what it may know.
 *
 * @param {any} error whatever was thrown
 * @param {Request} req
 * @param {Response} res
 * @param {ErrorOptions} options
 * @returns {Promise<void>} never rejects
 */
export async function answerError(error, req, res, options) {
  if (isLost(res) && isOfClient(error)) return
  if (isRepeated(error, res)) return
  const isOpen = !res.headersSent
  const { onErrors } = options
  let isPrepared = !isOpen
  let last = error
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
  // What a failed onError has set was for an answer that there will not be.
  if (!isPrepared) prepare(last, res)
  if (!res.headersSent) return sendDefault(last, res, options)
  // Half an answer cannot be taken back.
  if (!res.writableEnded) res.destroy()
}

/** Answers that something came behind. */
const LATE = new WeakSet()

/** What is said of that: behind the end, or behind the promised length. */
const TOO_MUCH = new Set([
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
])

/**
 * Whether something comes behind the end of an answer again. An onError that
 * writes there would otherwise hear of itself for ever.
 *
 * @param {any} error
 * @param {Response} res
 */
function isRepeated(error, res) {
  try {
    if (!TOO_MUCH.has(error?.code)) return false
  } catch {
    return false
  }
  if (LATE.has(res)) return true
  LATE.add(res)
  return false
}

/**
 * What an onError or a layer returns by the way is no answer: `list.push(error)`
 * returns a number, `log.error(error)` a boolean.
 *
 * @param {unknown} returned
 */
export const isAnswer = (returned) =>
  typeof returned === 'string' ||
  (typeof returned === 'object' && returned !== null)

/**
 * Whether the error comes from the client's leaving.
 *
 * @param {any} error
 */
function isOfClient(error) {
  try {
    return statusOf(error) < 500 || LEAVING.has(error?.code)
  } catch {
    // It does not let itself be read, so nobody knows.
    return false
  }
}

/**
 * @param {any} error
 * @param {Response} res
 */
function prepare(error, res) {
  for (const name of res.getHeaderNames()) {
    if (STAYING.test(name)) continue
    res.removeHeader(name)
  }
  res.statusCode = statusOf(error)
  res.statusMessage = ''
  try {
    if (!(error instanceof VelocyError)) return
    for (const [name, value] of Object.entries(error.headers ?? {})) {
      res.setHeader(name, value)
    }
  } catch (failure) {
    // A field that cannot be sent must not hide the error itself.
    print(failure)
  }
}

/**
 * Answers, since onError has not.
 *
 * @param {unknown} error
 * @param {Response} res
 * @param {ErrorOptions} options
 */
function sendDefault(error, res, options) {
  try {
    if (options.problems) return sendProblem(error, res)
    sendError(error, res)
  } catch (failure) {
    // There is a field, or a status message, that cannot be sent.
    print(failure)
    sendBare(error, res)
  }
}

/**
 * @param {unknown} error
 * @param {Response} res
 */
function sendBare(error, res) {
  try {
    sendStatus(res, statusOf(error))
  } catch {
    res.destroy()
  }
}

/**
 * @param {unknown} error
 * @param {Response} res
 */
function sendError(error, res) {
  const status = statusOf(error)
  res.setHeader('content-type', TEXT)
  send(res, status, TEXT, http.STATUS_CODES[status] ?? 'Unknown')
}

/**
 * The onError of a router that has none: what a client can cause at will is no
 * news.
 *
 * @param {unknown} error
 */
export function printError(error) {
  if (statusOf(error) < 500) return
  if (exposedOf(error).detail !== undefined) return
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
