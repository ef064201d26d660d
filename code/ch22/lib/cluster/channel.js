import cluster from 'node:cluster'
import { inspect } from 'node:util'

/** @import { AddressInfo, ListenOptions } from 'node:net' */
/** @import { Figures, Told } from './metrics.js' */
/** @import { Answer, Question } from './primary.js' */
/** @import { Message } from './topics.js' */

/**
 * An error that can be sent to another process.
 *
 * @typedef {object} Failure
 * @property {string | undefined} code of the error
 * @property {string} message of the error
 * @property {string} stack where it was thrown
 */
/**
 * What a worker needs to know; times are in ms.
 *
 * @typedef {object} Start
 * @property {number} id from 1; a replacement has the id of the one before it
 * @property {number} generation how many reloads came before it
 * @property {string} app the URL of a module
 * @property {unknown} data for the app's function
 * @property {ListenOptions} listen
 * @property {number} heartbeat
 * @property {number} drainDelay
 * @property {number} drainTimeout
 */
/**
 * @typedef {{ velocy: 'hello' }
 *   | { velocy: 'ready', address: AddressInfo, isSecure: boolean }
 *   | { velocy: 'failed', failure: Failure }
 *   | { velocy: 'heartbeat', figures: Figures }
 *   | { velocy: 'series' } & Told
 *   | { velocy: 'questions', questions: Question[] }} FromWorker
 */
/**
 * @typedef {{ velocy: 'start', start: Start }
 *   | { velocy: 'unready' }
 *   | { velocy: 'drain' }
 *   | { velocy: 'answers', answers: Answer[] }
 *   | { velocy: 'published', messages: Message[] }} ToWorker
 */

/** Whether this process is a worker of serve(). */
export const isWorker = cluster.isWorker && process.env.VELOCY_WORKER === '1'

/**
 * Sends a message to the primary, unless it is gone.
 *
 * @param {FromWorker} message
 */
export function tell(message) {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

/**
 * The app may use the channel, too: its messages are not for us.
 *
 * @param {(message: ToWorker) => void} take
 */
export function listenTo(take) {
  process.on('message', (/** @type {any} */ message) => {
    if (typeof message?.velocy === 'string') take(message)
  })
}

/**
 * @param {any} error
 * @returns {Failure}
 */
export function failureOf(error) {
  const isError = error instanceof Error
  const { code, message } = isError ? /** @type {any} */ (error) : {}
  return { code, message: message ?? inspect(error), stack: inspect(error) }
}
