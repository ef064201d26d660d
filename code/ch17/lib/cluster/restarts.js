import { backOff } from '../common/backoff.js'

/**
 * @typedef {object} RestartTimes in ms
 * @property {number} delay before the first restart
 * @property {number} maxDelay before any other one
 * @property {number} breaker how many crashes in a row open the breaker
 */

/**
 * When to start a worker again. A place that crashes again and again waits
 * twice as long each time. After too many crashes in a row it must take turns
 * with the others of its kind: one of them is tried every `maxDelay`, until one
 * lives.
 */
export class Restarts {
  /** How often each place has crashed in a row, by its id. */
  #crashes = new Map()
  /** When the last turn is that somebody has, in ms. */
  #lastTurn = -Infinity
  #times
  #now
  #random

  /**
   * @param {RestartTimes} times
   * @param {{ now?: () => number, random?: () => number }} [sources] of time,
   *   in ms, and of chance, from 0 to 1
   */
  constructor(times, { now, random = Math.random } = {}) {
    this.#times = times
    this.#now = now ?? (() => performance.now())
    this.#random = random
  }

  /** Whether there is a place that has to wait for its turn. */
  get isOpen() {
    return [...this.#crashes.keys()].some((id) => this.isHeld(id))
  }

  /** @param {number} id whether this place has to wait for its turn */
  isHeld(id) {
    return this.crashesOf(id) >= this.#times.breaker
  }

  /** @param {number} id of a place */
  crashesOf(id) {
    return this.#crashes.get(id) ?? 0
  }

  /**
   * @param {number} id of a place whose worker has crashed
   * @returns {number} how long to wait before the next one, in ms
   */
  crashed(id) {
    this.#crashes.set(id, this.crashesOf(id) + 1)
    if (this.isHeld(id)) return this.#takeTurn()
    return backOff(this.crashesOf(id), this.#times, this.#random)
  }

  #takeTurn() {
    const now = this.#now()
    this.#lastTurn = Math.max(now, this.#lastTurn) + this.#times.maxDelay
    return this.#lastTurn - now
  }

  /**
   * @param {number} id of a place whose worker has lived long enough
   * @returns {number[]} ids of those that need not wait for their turn any
   *   more: what one can, the others may try
   */
  lived(id) {
    const isProbe = this.isHeld(id)
    this.#crashes.delete(id)
    if (!isProbe) return []
    const held = [...this.#crashes.keys()].filter((other) => this.isHeld(other))
    for (const other of held) this.#crashes.delete(other)
    this.#lastTurn = -Infinity
    return held
  }
}
