/**
 * A pool of clients, each lent to one callback at a time.
 *
 * @template Client
 */
export class Pool {
  #connect
  #size
  /** Connected, and lent to no callback. @type {Client[]} */
  #idle = []
  /** Callbacks for which there is no room yet. @type {(() => void)[]} */
  #waiting = []
  #busy = 0

  /**
   * @param {() => Promise<Client>} connect opens a client
   * @param {number} size how many callbacks may run at once
   */
  constructor(connect, size) {
    this.#connect = connect
    this.#size = size
  }

  /**
   * Lends a client for the time of a callback.
   *
   * @template T
   * @param {(client: Client) => T | Promise<T>} work
   * @returns {Promise<T>} what the callback returns; it rejects with the
   *   error of the callback, or of `connect`
   */
  async use(work) {
    if (this.#busy < this.#size) this.#busy++
    else await this.#turn()
    try {
      const client = this.#idle.pop() ?? (await this.#connect())
      try {
        return await work(client)
      } finally {
        this.#idle.push(client)
      }
    } finally {
      this.#makeRoom()
    }
  }

  /** @returns {Promise<void>} */
  #turn() {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The next callback counts as busy in place of the one that is done. */
  #makeRoom() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy--
  }
}
