import { inspect } from 'node:util'
import { VelocyError } from '../common/errors.js'

/** @import { Child, End } from './child.js' */

/**
 * An error on its way from one process to another.
 *
 * @typedef {object} Failure
 * @property {string | undefined} code
 * @property {string} message
 * @property {string} text all of it, with its stack
 * @property {boolean} isPrinted whether Node.js has printed it already
 */

/**
 * @param {any} error whatever was thrown
 * @param {boolean} isPrinted
 * @returns {Failure}
 */
export function failureOf(error, isPrinted) {
  const isError = error instanceof Error
  const code = isError ? /** @type {any} */ (error).code : undefined
  return {
    code: typeof code === 'string' ? code : undefined,
    message: isError ? error.message : inspect(error),
    text: inspect(error),
    isPrinted,
  }
}

/**
 * @param {Child} child that has ended before it was ready
 * @param {End} end
 */
export function startError({ id, reason, failure, start }, { code, signal }) {
  const { readyTimeout } = start.times
  const how =
    reason === 'ready-timeout'
      ? `it was not ready within ${readyTimeout} ms`
      : (failure?.message ?? `it ended with ${signal ?? `exit code ${code}`}`)
  const cause = failure && Object.assign(new Error(failure.message), failure)
  return new VelocyError(
    'ERR_VELOCY_CLUSTER_START',
    `Worker ${id} did not start: ${how}`,
    cause && { cause },
  )
}
