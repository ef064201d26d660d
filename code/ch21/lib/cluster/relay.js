/** @import { Child } from './child.js' */
/** @import { Message } from './topics.js' */

/** How many characters may wait for a worker before it misses some. */
const MOST = 16 * 1_048_576

/** @type {WeakMap<Child, { waiting: number, hasGap: boolean }>} */
const states = new WeakMap()

/**
 * Sends a worker what is published. One that is far behind misses the rest,
 * until it has read what waits for it, and is told so.
 *
 * @param {Child} child
 * @param {Message[]} messages
 */
export function relay(child, messages) {
  const state = states.get(child) ?? { waiting: 0, hasGap: false }
  states.set(child, state)
  state.hasGap ||= state.waiting > MOST
  if (state.hasGap) return
  let size = 0
  for (const [topic, text] of messages) size += topic.length + text.length
  state.waiting += size
  child.send({ velocy: 'published', messages }, () => {
    state.waiting -= size
    if (state.waiting > 0 || !state.hasGap) return
    state.hasGap = false
    child.send({ velocy: 'gap' })
  })
}
