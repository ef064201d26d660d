import { VelocyError } from '../common/errors.js'
import { isWorker, listenTo, tell } from './channel.js'

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
 * @param {'store' | 'metrics' | 'series' | 'publish'} topic
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
