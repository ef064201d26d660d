import { checkValue, func, string } from '../common/options.js'
import { jsonOf } from '../http/write-json.js'
import { listenTo } from './channel.js'
import { askPrimary, isAlone } from './primary.js'

/** @typedef {[topic: string, text: string]} Message with its value as JSON */
/**
 * @typedef {object} Subscription
 * @property {(value: any) => void} listener
 * @property {(() => void) | undefined} onGap
 */

/** @type {Map<string, Set<Subscription>>} of this process, by topic */
const topics = new Map()

/**
 * Calls a function with every value that any worker, or the primary, publishes
 * from now on. All processes get all values in the same order.
 *
 * @param {string} topic
 * @param {(value: any) => void} listener is given a copy of the value, which
 *   the listeners of a process share
 * @param {() => void} [onGap] called when values may be missing, because this
 *   worker was too slow to take them: what its clients know may be out of date
 * @returns {() => void} ends the subscription
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function subscribe(topic, listener, onGap) {
  checkValue('subscribe', 'topic', topic, string)
  checkValue('subscribe', 'listener', listener, func)
  if (onGap !== undefined) checkValue('subscribe', 'onGap', onGap, func)
  const subscription = { listener, onGap }
  const all = topics.get(topic) ?? new Set()
  topics.set(topic, all.add(subscription))
  return () => {
    all.delete(subscription)
    // Another set may have taken its place.
    if (all.size === 0 && topics.get(topic) === all) topics.delete(topic)
  }
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
  passOn(topic, text)
  return Promise.resolve()
}

/** @type {Message[]} of this turn of the event loop */
let pile = []

/**
 * Where they go: to the listeners of this process and, in a primary, to the
 * workers.
 *
 * @type {Set<(messages: Message[]) => void>}
 */
export const outlets = new Set([deliver])

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
  for (const outlet of outlets) outlet(messages)
}

/** @param {Message[]} messages */
function deliver(messages) {
  for (const [topic, text] of messages) {
    const subscriptions = topics.get(topic)
    if (!subscriptions) continue
    const value = JSON.parse(text)
    // A listener may end subscriptions, and begin others.
    for (const subscription of [...subscriptions]) {
      if (subscriptions.has(subscription)) subscription.listener(value)
    }
  }
}

function tellGap() {
  for (const subscriptions of [...topics.values()]) {
    for (const { onGap } of subscriptions) onGap?.()
  }
}

if (!isAlone()) {
  listenTo((message) => {
    if (message.velocy === 'published') deliver(message.messages)
    if (message.velocy === 'gap') tellGap()
  })
}
