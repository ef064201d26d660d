/** @import { Child } from './child.js' */
/** @import { Cluster } from './supervisor.js' */

/**
 * Knows who has not been heard for too long.
 *
 * @template T
 */
export class Watch {
  /** @type {Map<T, number>} who was heard when, in ms */
  #heard = new Map()
  #patience
  #interval
  #looked

  /**
   * @param {number} patience in ms
   * @param {number} interval how often somebody looks, in ms
   * @param {number} now in ms
   */
  constructor(patience, interval, now) {
    this.#patience = patience
    this.#interval = interval
    this.#looked = now
  }

  /** @param {T} who @param {number} now */
  hear(who, now) {
    this.#heard.set(who, now)
  }

  /** @param {T} who */
  forget(who) {
    this.#heard.delete(who)
  }

  /** @param {number} now @returns {T[]} those that are silent for too long */
  look(now) {
    // Who looks too late has stood still, and cannot have heard anybody.
    const lost = Math.max(0, now - this.#looked - this.#interval)
    this.#looked = now
    for (const [who, heard] of this.#heard) this.#heard.set(who, heard + lost)
    return [...this.#heard]
      .filter(([, heard]) => now - heard > this.#patience)
      .map(([who]) => who)
  }
}

/**
 * Kills workers whose event loop does not turn any more; others take their
 * places.
 *
 * @param {Cluster} cluster
 */
export function endHung(cluster) {
  const { hungAfter, heartbeat, drainTimeout } = cluster.settings
  if (hungAfter === 0) return
  /** @type {Watch<Child>} */
  const watch = new Watch(hungAfter, heartbeat, performance.now())
  const hear = (/** @type {Child} */ child) =>
    watch.hear(child, performance.now())
  cluster.on('fork', (/** @type {Child} */ child) => {
    child.once('ready', () => hear(child)).on('message', () => hear(child))
    child.once('exit', () => watch.forget(child))
  })
  const timer = setInterval(() => {
    for (const child of watch.look(performance.now())) {
      watch.forget(child)
      // One that leaves has another limit, if it has one.
      if (child.state !== 'ready' && drainTimeout > 0) continue
      const { id, pid, generation } = child
      cluster.emit('hung', { id, pid, generation })
      child.kill('hung')
    }
  }, heartbeat).unref()
  cluster.once('close', () => clearInterval(timer))
}
