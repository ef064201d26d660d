/**
 * Lets a task run for whoever asks. Who asks while it runs wants more than what
 * has begun already: it runs once more, for all of them.
 *
 * @template T
 */
export class Rounds {
  #task
  /** @type {Promise<T> | undefined} */
  #running
  /** @type {Promise<T> | undefined} */
  #next

  /** @param {() => Promise<T>} task */
  constructor(task) {
    this.#task = task
  }

  /** @returns {Promise<T>} */
  ask() {
    if (this.#next) return this.#next
    if (!this.#running) return this.#begin()
    const begin = () => this.#begin()
    this.#next = this.#running.then(begin, begin)
    return this.#next
  }

  #begin() {
    this.#next = undefined
    this.#running = this.#task().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }
}
