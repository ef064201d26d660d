/**
 * Decides which worker gets a connection: one that has the fewest open. Where
 * several have equally few, they take turns: the one whose last connection is
 * the longest ago gets it. A worker that has never had one counts as longer ago
 * than all others; of two such workers, the one that was added first.
 */
export class Dealer {
  /** @type {Map<number, { open: number, last: number }>} */
  #workers = new Map()
  /** How many connections there have been, which is as good as a clock. */
  #count = 0

  /**
   * Lets a worker take part, with no connection. One that takes part already
   * stays as it is.
   *
   * @param {number} id
   */
  add(id) {
    if (!this.#workers.has(id)) this.#workers.set(id, { open: 0, last: 0 })
  }

  /** @param {number} id of a worker that gets no more connections */
  remove(id) {
    this.#workers.delete(id)
  }

  /** @returns {number | undefined} who gets one more, if there is anybody */
  take() {
    let best = { open: Infinity, last: Infinity }
    let chosen
    for (const [id, worker] of this.#workers) {
      const { open, last } = worker
      const isBetter =
        open < best.open || (open === best.open && last < best.last)
      if (!isBetter) continue
      best = worker
      chosen = id
    }
    best.open++
    best.last = ++this.#count
    return chosen
  }

  /**
   * A connection has ended. That of a worker that takes no part any more means
   * nothing.
   *
   * @param {number} id whose it was
   */
  free(id) {
    const worker = this.#workers.get(id)
    if (worker && worker.open > 0) worker.open--
  }
}
