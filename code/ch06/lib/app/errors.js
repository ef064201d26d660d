import { statusOf } from '../common/errors.js'
import { sendStatus } from '../http/send.js'

/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/** @typedef {(error: unknown, req: Request) => void} ErrorHandler */
/** @typedef {{ onError: ErrorHandler }} ErrorOptions */

/**
 * Answers for a handler that failed. The client learns the status and nothing
 * of the error.
 *
 * @param {unknown} error whatever was thrown
 * @param {Request} req
 * @param {Response} res
 * @param {ErrorOptions} options
 */
export function answerError(error, req, res, { onError }) {
  const status = statusOf(error)
  if (status >= 500) {
    // When it fails as well, the client still gets its answer.
    new Promise((done) => done(onError(error, req))).catch(printError)
  }
  if (!res.headersSent) return sendStatus(res, status)
  // Half an answer cannot be taken back.
  if (!res.writableEnded) res.destroy()
}

/** @param {unknown} error */
export const printError = (error) => console.error(error)
