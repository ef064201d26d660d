import { replaceChild } from './reload.js'

/** @import { Child, Reason } from './child.js' */
/** @import { Cluster } from './supervisor.js' */

/**
 * @typedef {object} Limits of a worker
 * @property {number} maxAge in ms; 0: none
 * @property {number} maxMemory in bytes; 0: none
 * @property {number} leastAge before which its memory is not looked at, in ms
 */
/**
 * @typedef {object} Life
 * @property {number} age in ms
 * @property {number} memory in bytes
 * @property {number} chance from 0 to 1, the same for all its life
 */

/**
 * @param {Limits} limits
 * @param {Life} life
 * @returns {Reason | null} why it is to go
 */
export function limitOf({ maxAge, maxMemory, leastAge }, life) {
  // What has started together does not go together.
  const oldest = maxAge * (0.9 + life.chance / 5)
  if (maxAge > 0 && life.age > oldest) return 'age'
  // A limit below what an app needs must not have us do nothing but start.
  if (life.age < leastAge) return null
  return maxMemory > 0 && life.memory > maxMemory ? 'memory' : null
}

/**
 * Has workers replaced that are too old or too large. They are looked at
 * whenever they tell of themselves.
 *
 * @param {Cluster} cluster
 */
export function keepLimits(cluster) {
  const { maxAge, maxMemory, restart } = cluster.settings
  const limits = { maxAge, maxMemory, leastAge: restart.healthyAfter }
  /** @type {WeakMap<Child, number>} */
  const chances = new WeakMap()
  /** @type {Set<number>} places that are to get another worker */
  const waiting = new Set()
  cluster.on('fork', (child) => chances.set(child, Math.random()))
  cluster.on('message', (/** @type {Child} */ child, { velocy }) => {
    if (velocy !== 'heartbeat' || waiting.has(child.id)) return
    if (child.state !== 'ready') return
    const chance = chances.get(child) ?? 0
    const memory = child.figures.rss
    const reason = limitOf(limits, { age: child.age, memory, chance })
    if (reason === null) return
    waiting.add(child.id)
    const again = () => waiting.delete(child.id)
    replaceChild(cluster, child, reason).then(again, () => {
      // The old one goes on for now; 'exit' has told of the new one.
      setTimeout(again, restart.maxDelay).unref()
    })
  })
}
