/**
 * Loads rows by their ids. What is asked for in one turn of the event loop,
 * also from promises that settle in it, goes to the store as one query.
 *
 * @template {{ id: number }} Row
 */
export class Loader {
  #query
  #max

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
  async load(id) {
    const rows = await this.#query([id].slice(0, this.#max))
    return rows[0]
  }
}
