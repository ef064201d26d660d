import { statusOf, VelocyError } from '../common/errors.js'
import { send, statusName } from '../http/send.js'

/** @import { ServerResponse } from 'node:http' */

/**
 * Answers for an error in a form that programs read (RFC 9457).
 *
 * @param {unknown} error
 * @param {ServerResponse} res with the fields that the error has
 */
export function sendProblem(error, res) {
  const status = statusOf(error)
  // Of about:blank the title is that of the status.
  const title = statusName(status)
  const problem = { type: 'about:blank', title, status, ...exposedOf(error) }
  Object.assign(problem, detailsOf(error), { status })
  const type = 'application/problem+json'
  res.setHeader('content-type', type)
  send(res, status, type, JSON.stringify(problem))
}

/**
 * What an error adds to its problem, which may have another type and title.
 *
 * @param {unknown} error
 */
export const detailsOf = (error) =>
  error instanceof VelocyError && error.expose ? error.details : undefined

/**
 * What a client may be told of an error besides its status.
 *
 * @param {any} error whatever was thrown
 * @returns {{ code?: string, detail?: string }} empty unless the error has its
 *   own status and is exposed
 */
export function exposedOf(error) {
  try {
    const { status, expose, code, message } = error
    if (expose !== true || status !== statusOf(error)) return {}
    return {
      code: typeof code === 'string' ? code : undefined,
      detail: typeof message === 'string' ? message : undefined,
    }
  } catch {
    return {}
  }
}
