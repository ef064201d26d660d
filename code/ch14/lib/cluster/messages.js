/** @import { AddressInfo } from 'node:net' */
/** @import { Failure } from './failures.js' */
/** @import { Figures } from './gauge.js' */
/** @import { Answer, Question } from './primary.js' */

/**
 * What a worker is told when it has said hello.
 *
 * @typedef {object} Start
 * @property {number} id its place, from 1
 * @property {number} generation how many reloads there were before it
 * @property {string | null} app address of the module; null: what the program
 *   itself has given to serve()
 * @property {unknown} data for the app's function
 * @property {import('../app/server.js').ServerOptions} server
 * @property {import('node:net').ListenOptions} listen
 * @property {Times} times
 */
/**
 * What a worker must know of time, in ms.
 *
 * @typedef {object} Times
 * @property {number} readyTimeout
 * @property {number} drainTimeout
 * @property {number} heartbeat
 */

/**
 * Everything that a worker says to the primary. Whoever adds a feature adds
 * its messages here.
 *
 * @typedef {{ velocy: 'hello' }
 *   | { velocy: 'ready', address: AddressInfo }
 *   | { velocy: 'failed', failure: Failure }
 *   | { velocy: 'heartbeat', figures: Figures }
 *   | { velocy: 'terminated' }
 *   | { velocy: 'leaving' }
 *   | { velocy: 'left' }
 *   | { velocy: 'questions', questions: Question[] }
 *   | { velocy: 'lines', lines: string }} FromWorker
 */
/**
 * Everything that the primary says to a worker.
 *
 * @typedef {{ velocy: 'start', start: Start }
 *   | { velocy: 'drain' }
 *   | { velocy: 'goodbye' }
 *   | { velocy: 'answers', answers: Answer[] }
 *   | { velocy: 'written' }} ToWorker
 */

const FIGURES = ['rss', 'heapUsed', 'loopDelay', 'connections', 'requests']

/** Whether a worker's message brings what it is made for. */
const BRINGS = new Map(
  Object.entries(
    /** @type {Record<string, (message: any) => boolean>} */ ({
      ready: ({ address }) => Object(address) === address,
      failed: ({ failure }) => typeof failure?.message === 'string',
      heartbeat: ({ figures }) =>
        FIGURES.every((name) => Number.isFinite(figures?.[name])),
      questions: ({ questions }) =>
        Array.isArray(questions) && questions.every(Array.isArray),
      lines: ({ lines }) => typeof lines === 'string',
    }),
  ),
)

/**
 * The app sends messages, too, which are none of our business.
 *
 * @template {FromWorker | ToWorker} T
 * @param {any} message
 * @returns {T | null}
 */
export function messageOf(message) {
  if (typeof message?.velocy !== 'string') return null
  return (BRINGS.get(message.velocy)?.(message) ?? true) ? message : null
}
