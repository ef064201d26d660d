/** @import { Place } from './place.js' */
/** @import { TaskQueue } from './queue.js' */
/** @import { Task } from './task.js' */

/**
 * The same place for a key every time, by a hash of it (FNV-1a).
 *
 * @param {string} key
 * @param {Place[]} places
 * @returns {Place}
 */
export function placeOf(key, places) {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  }
  return places[(hash >>> 0) % places.length]
}

/**
 * @param {Place} place
 * @param {TaskQueue} queue for any place
 * @returns {Task | undefined} the oldest that it may do
 */
export function nextFor(place, queue) {
  const own = place.queue.first
  const any = queue.first
  if (own === undefined || any === undefined) return own ?? any
  return own.number < any.number ? own : any
}

/**
 * @param {Place[]} places
 * @param {TaskQueue} queue for any place
 * @returns {Place | undefined} the one with the fewest tasks that can take one
 *   more, and for which there is one
 */
export function freest(places, queue) {
  let best
  let fewest = Infinity
  for (const place of places) {
    const { thread } = place
    if (thread === undefined || thread.count >= fewest) continue
    const task = nextFor(place, queue)
    if (task === undefined || !thread.hasRoomFor(task)) continue
    best = place
    fewest = thread.count
  }
  return best
}

/**
 * Starts threads if there is more to do than those can that there are: where a
 * task wants this place and no other, and as many as there are tasks that have
 * not begun.
 *
 * @param {Place[]} places
 * @param {TaskQueue} queue for any place
 */
export function callThreads(places, queue) {
  if (places.every(({ thread }) => thread?.isReady)) return
  let missing = queue.size
  for (const { thread } of places) {
    // One that is starting will take one.
    if (thread) missing -= thread.isReady ? -thread.surplus : 1
  }
  const vacant = places.filter((place) => place.isVacant)
  const wanted = vacant.filter(({ queue: own }) => own.size > 0)
  const others = vacant.filter((place) => !wanted.includes(place))
  const more = Math.max(0, missing - wanted.length)
  for (const place of [...wanted, ...others.slice(0, more)]) {
    // Those who wait for its tasks hear of an error.
    place.start().catch(() => {})
  }
}

/**
 * Where no thread can be started, nobody need wait for one.
 *
 * @param {Place[]} places
 * @param {TaskQueue} queue for any place
 */
export function failHopeless(places, queue) {
  const broken = places.filter((place) => place.isBroken)
  for (const place of broken) place.queue.failAll(place.error)
  if (broken.length === places.length) queue.failAll(broken[0].error)
}

/**
 * Lets a thread that has nothing to do have some of what another one has been
 * given, and not begun.
 *
 * @param {Place[]} places
 */
export function share(places) {
  if (places.every(({ thread }) => thread?.count !== 0)) return
  const busy = places.flatMap(({ thread }) => (thread?.surplus ? thread : []))
  busy.sort((one, other) => other.count - one.count)
  for (const { thread: idle } of places) {
    // All that the busiest one has may be bound to it, by keys.
    for (const thread of busy) {
      if (idle === undefined || idle.count > 0 || idle.room < 1) break
      const most = Math.min(thread.count >> 1, idle.room)
      for (const task of thread.takeBack(most)) idle.hand(task)
    }
  }
}
