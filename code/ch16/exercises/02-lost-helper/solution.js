/**
 * A helper is an emitter, as `fork` returns it, with the events 'message',
 * `{ id, output }`, and 'exit'.
 *
 * @typedef {import('node:events').EventEmitter & {
 *   send(message: { id: number, order: string }): void }} Helper
 */

/**
 * @typedef {object} Asked one order
 * @property {(output: string) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** Gives orders to helpers, and tells what they have answered. */
export class Helpers {
  /** The open orders of each. @type {Map<Helper, Map<number, Asked>>} */
  #helpers = new Map()
  #start
  #last = 0

  /**
   * @param {() => Helper} start starts a helper
   * @param {number} size how many there are, at any time
   */
  constructor(start, size) {
    this.#start = start
    for (let i = 0; i < size; i++) this.#add()
  }

  #add() {
    const helper = this.#start()
    /** @type {Map<number, Asked>} */
    const open = new Map()
    this.#helpers.set(helper, open)
    helper.on('message', ({ id, output }) => {
      open.get(id)?.resolve(output)
      open.delete(id)
    })
    helper.on('exit', () => {
      this.#helpers.delete(helper)
      for (const { reject } of open.values()) {
        reject(new Error('the helper has exited'))
      }
      open.clear()
      this.#add()
    })
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
    const [helper, open] = [...this.#helpers].reduce((least, other) =>
      other[1].size < least[1].size ? other : least,
    )
    const { promise, resolve, reject } = Promise.withResolvers()
    open.set(id, { resolve, reject })
    try {
      helper.send({ id, order })
    } catch (error) {
      open.delete(id)
      reject(error)
    }
    return promise
  }
}
