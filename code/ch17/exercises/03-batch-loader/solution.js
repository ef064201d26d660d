/**
 * Loads rows by their ids. What is asked for in one turn of the event loop,
 * also from promises that settle in it, goes to the store as one query.
 *
 * @template {{ id: number }} Row
 */
export class Loader {
  #query
  #max
  /** What has been asked for in this turn. @type {Map<number, PromiseWithResolvers<Row | undefined>>} */
  #asked = new Map()

  /**
   * @param {(ids: number[]) => Promise<Row[]>} query the rows with these ids,
   *   in any order; it has none for an id that does not exist
   * @param {{ max?: number }} [options] how many ids one query may have, at
   *   least 1
   */
  constructor(query, { max = 100 } = {}) {
    this.#query = query
    this.#max = max
  }

  /**
   * An id that is asked for several times in one turn is in one query once.
   *
   * @param {number} id
   * @returns {Promise<Row | undefined>} undefined when there is no such row;
   *   it rejects with the error of its query
   */
  load(id) {
    if (this.#asked.size === 0) setImmediate(() => this.#send())
    const asked = this.#asked.get(id) ?? Promise.withResolvers()
    this.#asked.set(id, asked)
    return asked.promise
  }

  #send() {
    const all = [...this.#asked]
    this.#asked = new Map()
    for (let from = 0; from < all.length; from += this.#max) {
      this.#ask(all.slice(from, from + this.#max))
    }
  }

  /** @param {[number, PromiseWithResolvers<Row | undefined>][]} batch */
  async #ask(batch) {
    try {
      const rows = await this.#query(batch.map(([id]) => id))
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { resolve }] of batch) resolve(byId.get(id))
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    }
  }
}
