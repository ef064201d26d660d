/**
 * A helper is an emitter, as `fork` returns it, with the events 'message',
 * `{ id, output }`, and 'exit'.
 *
 * @typedef {import('node:events').EventEmitter & {
 *   send(message: { id: number, order: string }): void }} Helper
 */

/** Gives orders to helpers, and tells what they have answered. */
export class Helpers {
  /** @type {Helper[]} */
  #helpers = []
  /** @type {Map<number, (output: string) => void>} */
  #asked = new Map()
  #last = 0

  /**
   * @param {() => Helper} start starts a helper
   * @param {number} size how many there are, at any time
   */
  constructor(start, size) {
    for (let i = 0; i < size; i++) {
      const helper = start()
      helper.on('message', ({ id, output }) => this.#asked.get(id)?.(output))
      this.#helpers.push(helper)
    }
  }

  /**
   * Gives an order to the helper that has the fewest open ones; of equals, to
   * the one that was started first.
   *
   * @param {string} order
   * @returns {Promise<string>} its output; it rejects when the helper has
   *   exited before it answered, or cannot be sent anything
   */
  run(order) {
    const id = ++this.#last
    const { promise, resolve } = Promise.withResolvers()
    this.#asked.set(id, resolve)
    this.#helpers[id % this.#helpers.length].send({ id, order })
    return promise
  }
}
