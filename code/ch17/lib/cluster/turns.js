/** Lets tasks have their turn, one after the other. */
export class Turns {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve()

  /**
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  take(task) {
    const turn = this.#last.then(task)
    this.#last = turn.catch(() => {})
    return turn
  }
}
