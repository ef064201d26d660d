/**
 * @typedef {object} Report what a worker's heartbeat says
 * @property {number} id of its place
 * @property {number} age in ms
 * @property {number} memory in bytes
 */

/**
 * Replaces workers that have grown too large, while the others serve.
 *
 * - A worker is too large if its latest report says more than `maxMemory`. One
 *   that is younger than `leastAge` stays, however large it is.
 * - Only one worker is replaced at a time. The next is the largest of those
 *   that are too large by then.
 * - A report from a worker that is being replaced means nothing.
 * - If a new worker does not start, the old one goes on. Its next report that
 *   is too large asks again.
 */
export class Watcher {
  #limits
  #replace

  /**
   * @param {{ maxMemory: number, leastAge: number }} limits in bytes and ms
   * @param {(id: number) => Promise<void>} replace resolves when a new worker
   *   has taken the place, rejects when it does not start
   */
  constructor(limits, replace) {
    this.#limits = limits
    this.#replace = replace
  }

  /** @param {Report} report */
  heard({ id, memory }) {
    if (memory > this.#limits.maxMemory) this.#replace(id)
  }
}
