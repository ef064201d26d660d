import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { VelocyError } from '../common/errors.js'

/** @import { AddressInfo, ListenOptions } from 'node:net' */
/** @import { Figures } from './metrics.js' */

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
 * @property {number} drainTimeout
 */
/**
 * @typedef {{ velocy: 'hello' }
 *   | { velocy: 'ready', address: AddressInfo, isSecure: boolean }
 *   | { velocy: 'failed', failure: Failure }
 *   | { velocy: 'heartbeat', figures: Figures }
 *   | { velocy: 'questions', questions: Question[] }} FromWorker
 */
/**
 * @typedef {{ velocy: 'start', start: Start }
 *   | { velocy: 'drain' }
 *   | { velocy: 'answers', answers: Answer[] }} ToWorker
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

/** @typedef {unknown[]} Question a topic, and what it takes to answer */
/** @typedef {{ value?: any, code?: string, message?: string }} Answer */
/**
 * @typedef {object} Asked
 * @property {Question} question
 * @property {(value: any) => void} resolve
 * @property {(error: VelocyError) => void} reject
 */

/** Whether this process is no worker of ours: it answers itself. */
export const isAlone = () => !isWorker

/** @type {Asked[]} in this turn of the event loop */
let pile = []
/** @type {Asked[][]} on their way, the oldest first */
let sent = []

/**
 * Asks the primary, from a worker. All questions of a turn of the event loop
 * go as one message, and the answers come as one, in the same order.
 *
 * @param {'store' | 'metrics'} topic
 * @param {...unknown} args
 * @returns {Promise<any>}
 * @throws {VelocyError} ERR_VELOCY_PRIMARY_GONE, or the error of the answer
 */
export function askPrimary(topic, ...args) {
  return new Promise((resolve, reject) => {
    if (pile.length === 0) setImmediate(send)
    pile.push({ question: [topic, ...args], resolve, reject })
  })
}

function send() {
  sent.push(pile)
  const questions = pile.map(({ question }) => question)
  pile = []
  if (!process.connected) return giveUp()
  tell({ velocy: 'questions', questions })
}

/** @param {Answer[]} answers to the oldest pile */
function settle(answers) {
  const asked = sent.shift() ?? []
  for (const [index, { resolve, reject }] of asked.entries()) {
    const { code, message = '', value } = answers[index]
    if (code === undefined) resolve(value)
    else reject(new VelocyError(code, message))
  }
}

function giveUp() {
  const message = 'The primary is gone, and with it what the workers share'
  for (const { reject } of sent.flat()) {
    reject(new VelocyError('ERR_VELOCY_PRIMARY_GONE', message, { status: 503 }))
  }
  sent = []
}

if (!isAlone()) {
  listenTo((message) => {
    if (message.velocy === 'answers') settle(message.answers)
  })
  process.once('disconnect', giveUp)
}
