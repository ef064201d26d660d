import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { checkValue, func, string } from '../common/options.js'
import { jsonOf } from '../http/write-json.js'
import { askPrimary, isAlone, listenTo } from './channel.js'

/** @typedef {[topic: string, text: string]} Message with its value as JSON */

/** Calls the listeners of this process. */
const topics = new EventEmitter().setMaxListeners(0)

/** Some events are an emitter's own, such as `error`. @param {string} topic */
const eventOf = (topic) => `topic ${topic}`

/**
 * Calls a function with every value that any worker, or the primary, publishes
 * from now on. All processes get all values in the same order.
 *
 * @param {string} topic
 * @param {(value: any) => void} listener is given a copy of the value
 * @returns {() => void} ends the subscription
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function subscribe(topic, listener) {
  checkValue('subscribe', 'topic', topic, string)
  checkValue('subscribe', 'listener', listener, func)
  // The same function may listen twice, and stop once.
  const own = (/** @type {string} */ text) => listener(JSON.parse(text))
  topics.on(eventOf(topic), own)
  return () => void topics.off(eventOf(topic), own)
}

/**
 * Gives a value to all subscribers of a topic, in all workers and the primary.
 * Listeners are called later, never before it returns.
 *
 * @param {string} topic
 * @param {unknown} value anything that JSON can hold
 * @returns {Promise<void>} resolves when the primary has it, or is gone; a
 *   worker that publishes very much waits for it
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
 */
export function publish(topic, value) {
  checkValue('publish', 'topic', topic, string)
  const text = jsonOf(value)
  // A worker without a primary is leaving: nobody would be told anyway.
  if (!isAlone()) return askPrimary('publish', topic, text).catch(() => {})
  return Promise.resolve(passOn(topic, text))
}

/** @type {Message[]} of this turn of the event loop */
let pile = []

/**
 * Passes a message on at the end of the turn, with the others.
 *
 * @param {Message} message
 */
export function passOn(...message) {
  if (pile.length === 0) setImmediate(empty)
  pile.push(message)
}

function empty() {
  const messages = pile
  pile = []
  deliver(messages)
  for (const worker of Object.values(cluster.workers ?? {})) {
    worker?.send({ velocy: 'published', messages }, () => {})
  }
}

/** @param {Message[]} messages */
function deliver(messages) {
  for (const [topic, text] of messages) topics.emit(eventOf(topic), text)
}

if (!isAlone()) {
  listenTo((message) => {
    if (message.velocy === 'published') deliver(message.messages)
  })
}
