/** @import { Head } from './head.js' */
/** @import { Limits } from './limits.js' */
/** @import { Incoming } from './connection.js' */

/** The body of a request, on its way to whoever reads it. */
export class Body {
  /** How many bytes are to come, where that is known. */
  #left = 0
  /** @type {Chunked | null} what reads it, where it is not */
  #chunked = null
  /** Whether there is more to come. */
  isOpen = true
  /** Whether whoever reads it has enough for now. */
  isPaused = false

  /**
   * @param {Head} head
   * @param {Limits} limits
   */
  constructor(head, limits) {
    this.#left = head.contentLength
  }

  /** @returns {Refusal | null} what is wrong with it */
  get refusal() {
    return this.#chunked?.refusal ?? null
  }

  /**
   * @param {Buffer} bytes
   * @param {number} from where what has not been read begins
   * @param {Incoming} request
   * @returns {number} where it begins now; -2: it is refused
   */
  read(bytes, from, request) {
    // todo chunked
    const end = Math.min(from + this.#left, bytes.length)
    this.#left -= end - from
    this.isPaused = !request.receive(bytes.subarray(from, end))
    if (this.#left === 0) {
      this.isOpen = false
    }
    return end
  }
}
