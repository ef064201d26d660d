/**
 * Sends the positions of boats to a client that may be slow. While it takes
 * nothing, only the latest position of each boat waits for it.
 */
export class Latest {
  #write
  #isBehind = false
  /** @type {string[]} */
  #waiting = []

  /**
   * @param {(text: string) => boolean} write sends a text, and tells whether
   *   the client may get more; if not, `drained` is called when it may
   */
  constructor(write) {
    this.#write = write
  }

  /** How many texts wait. */
  get waiting() {
    return this.#waiting.length
  }

  /**
   * @param {string} boat
   * @param {string} position
   */
  send(boat, position) {
    const text = `${boat}: ${position}`
    if (this.#isBehind) this.#waiting.push(text)
    else this.#isBehind = !this.#write(text)
  }

  /** The client has taken what was sent. What waits goes out, oldest boat first. */
  drained() {
    this.#isBehind = false
    for (const text of this.#waiting) this.#write(text)
    this.#waiting = []
  }
}
