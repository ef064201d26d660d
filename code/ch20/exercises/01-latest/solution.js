/**
 * Sends the positions of boats to a client that may be slow. While it takes
 * nothing, only the latest position of each boat waits for it.
 */
export class Latest {
  #write
  #isBehind = false
  /** @type {Map<string, string>} by boat: a boat that waits keeps its turn */
  #waiting = new Map()

  /**
   * @param {(text: string) => boolean} write sends a text, and tells whether
   *   the client may get more; if not, `drained` is called when it may
   */
  constructor(write) {
    this.#write = write
  }

  /** How many texts wait. */
  get waiting() {
    return this.#waiting.size
  }

  /**
   * @param {string} boat
   * @param {string} position
   */
  send(boat, position) {
    if (this.#isBehind) this.#waiting.set(boat, position)
    else this.#isBehind = !this.#write(`${boat}: ${position}`)
  }

  /** The client has taken what was sent. What waits goes out, oldest boat first. */
  drained() {
    this.#isBehind = false
    for (const [boat, position] of this.#waiting) {
      this.#waiting.delete(boat)
      this.#isBehind = !this.#write(`${boat}: ${position}`)
      if (this.#isBehind) return
    }
  }
}
