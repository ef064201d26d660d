import { statusOf, VelocyError } from '../common/errors.js'
import { send, sendName, startOver, statusName } from '../http/send.js'
import { answer } from './answer.js'
import { isLost } from './stream.js'

/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * Called with the first error of each request. It may answer, with `res`, whose
 * status is set already, or by returning a string or an object, as a handler
 * does. If it returns anything else, the client gets the default answer.
 *
 * @typedef {(error: unknown, req: Request, res: Response) => unknown} ErrorHandler
 */
/**
 * @typedef {object} ErrorOptions
 * @property {ErrorHandler} onError
 * @property {boolean} problems whether errors are answered in JSON
 */

/** Responses whose onError has been called. */
const TOLD = new WeakSet()

/**
 * Answers for an error. The client learns its status, and what it may know.
 * A second error of the same request is printed.
 *
 * @param {unknown} error whatever was thrown
 * @param {Request} req
 * @param {Response} res
 * @param {ErrorOptions} options
 * @returns {Promise<void>} never rejects
 */
export async function answerError(error, req, res, options) {
  if (isLost(res) && isOfClient(error)) return
  const onError = TOLD.has(res) ? print : options.onError
  TOLD.add(res)
  const isOpen = !res.headersSent
  try {
    if (isOpen) prepare(error, res)
    let returned = /** @type {any} */ (onError(error, req, res))
    if (typeof returned?.then === 'function') returned = await returned
    if (isOpen && isAnswer(returned)) await answer(returned, res, 'onError')
    // The answer may go on.
    if (isOpen && res.headersSent) return
  } catch (failure) {
    print(failure)
  }
  if (!res.headersSent) sendDefault(error, res, options)
  // Half an answer cannot be taken back.
  else if (!res.writableEnded) res.destroy()
}

/**
 * Whether onError or a layer has answered. `errors.push(error)` returns a number,
 * and `log.error(error)` a boolean.
 *
 * @param {unknown} returned
 */
export const isAnswer = (returned) =>
  typeof returned === 'string' ||
  (typeof returned === 'object' && returned !== null)

/**
 * @param {any} error
 * @param {Response} res
 */
function prepare(error, res) {
  try {
    const fields = error instanceof VelocyError ? error.headers : {}
    startOver(res, statusOf(error), fields)
  } catch (failure) {
    // A field that cannot be sent must not hide the error itself.
    print(failure)
  }
}

/**
 * Answers when onError has not.
 *
 * @param {unknown} error
 * @param {Response} res
 * @param {ErrorOptions} options
 */
function sendDefault(error, res, { problems }) {
  // What onError has set was for an answer of its own.
  prepare(error, res)
  try {
    if (problems) return sendProblem(error, res)
    sendName(res)
  } catch (failure) {
    print(failure)
    res.destroy()
  }
}

/** Codes of the errors that a program gets when its client leaves. */
const LEAVING = new Set([
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  // The reason of req.signal.
  'ABORT_ERR',
  DOMException.ABORT_ERR,
])

/**
 * Whether an error is what a client's leaving brings about.
 *
 * @param {any} error
 */
const isOfClient = (error) => statusOf(error) < 500 || LEAVING.has(error?.code)

/**
 * The default onError. Errors that any client can cause are not printed.
 *
 * @param {unknown} error
 */
export function printError(error) {
  if (statusOf(error) < 500) return
  if (exposedOf(error).detail !== undefined) return
  print(error)
}

/** @param {unknown} error */
const print = (error) => console.error(error)

/**
 * Answers for an error in a form that programs read (RFC 9457).
 *
 * @param {unknown} error
 * @param {Response} res with the fields that the error has
 */
function sendProblem(error, res) {
  const status = statusOf(error)
  // Of about:blank the title is that of the status.
  const title = statusName(status)
  const problem = { type: 'about:blank', title, status, ...exposedOf(error) }
  const type = 'application/problem+json'
  res.setHeader('content-type', type)
  send(res, status, type, JSON.stringify(problem))
}

/**
 * What a client may be told of an error besides its status.
 *
 * @param {any} error whatever was thrown
 * @returns {{ code?: string, detail?: string }} empty unless the error has its
 *   own status and is exposed
 */
function exposedOf(error) {
  const { status, expose, code, message } = error ?? {}
  if (expose !== true || status !== statusOf(error)) return {}
  return {
    code: typeof code === 'string' ? code : undefined,
    detail: typeof message === 'string' ? message : undefined,
  }
}
