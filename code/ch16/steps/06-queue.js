import { leastConnections, random, roundRobin } from './06-schedule.js'

const REQUESTS = 10_000

/** Numbers from 0 to 1 that are the same in each run. */
function* dice(seed = 7) {
  for (;;) {
    seed = (seed * 48271) % 2147483647
    yield seed / 2147483647
  }
}

/**
 * Requests come at random, and each keeps its helper for a while: most for
 * 1 ms, one of twenty for 20 ms.
 *
 * @param {import('./06-schedule.js').Schedule} schedule
 */
function play(schedule) {
  const chance = dice()
  Math.random = () => /** @type {number} */ (chance.next().value)
  const helpers = [1, 2, 3, 4].map(() => ({ busy: 0, freeAt: 0, ends: [0] }))
  /** @type {number[]} */
  const waits = []
  let now = 0
  for (let i = 0; i < REQUESTS; i++) {
    now += -Math.log(Math.random()) * 0.65
    const work = Math.random() < 0.05 ? 20 : 1
    for (const helper of helpers) {
      helper.ends = helper.ends.filter((end) => end > now)
      helper.busy = helper.ends.length
    }
    const helper = /** @type {(typeof helpers)[0]} */ (schedule(helpers))
    const begin = Math.max(now, helper.freeAt)
    helper.freeAt = begin + work
    helper.ends.push(helper.freeAt)
    waits.push(begin - now)
  }
  waits.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    waits[Math.floor(waits.length * share)].toFixed(1).padStart(5)
  return `median ${at(0.5)} ms, of a hundred the last ${at(0.99)} ms`
}

console.log('random:           ', play(random))
console.log('round-robin:      ', play(roundRobin()))
console.log('least connections:', play(leastConnections))
