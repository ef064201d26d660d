/**
 * @typedef {object} Worker
 * @property {() => Promise<void>} stop serves its last customers; over when it
 *   is gone, and never rejects. From the call on it is not ready any more.
 */

/**
 * Replaces the workers of a cluster while it serves.
 *
 * - There are never fewer workers ready than `workers` has, and never more than
 *   one besides: one that starts, or one that stops.
 * - A new worker takes the place of the old one in `workers` as soon as it is
 *   ready.
 * - Where one does not start, `reload` rejects with that error. Nobody is
 *   stopped any more: old workers go on, and new ones that are ready stay.
 * - A reload that is asked for while one runs begins after it, whether that one
 *   succeeds or not, because the files may have changed again meanwhile. All
 *   who ask meanwhile share one.
 */
export class Reloader {
  #workers
  #start
  /** @type {Promise<void> | undefined} */
  #running
  /** @type {Promise<void> | undefined} */
  #next

  /**
   * @param {Worker[]} workers who serve, all of them ready
   * @param {() => Promise<Worker>} start a new version: resolves when it is
   *   ready, rejects when it does not start
   */
  constructor(workers, start) {
    this.#workers = workers
    this.#start = start
  }

  /** @returns {Promise<void>} resolves when all are replaced */
  reload() {
    if (!this.#running) return this.#begin()
    const begin = () => this.#begin()
    this.#next ??= this.#running.then(begin, begin)
    return this.#next
  }

  #begin() {
    this.#next = undefined
    this.#running = this.#replaceAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #replaceAll() {
    for (const [place, old] of this.#workers.entries()) {
      this.#workers[place] = await this.#start()
      await old.stop()
    }
  }
}
