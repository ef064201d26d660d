import { Chunked } from './chunked.js'
import { INCOMPLETE, INVALID } from './lines.js'

/** @import { Incoming } from './exchange.js' */
/** @import { Head } from './head.js' */
/** @import { Limits } from './limits.js' */

/** The body of a request, on its way to whoever reads it. */
export class Body {
  /** Bytes that are to come, where the head has said how many. */
  #left = 0
  /** @type {Chunked | null} */
  #chunked = null
  #request
  /** Whether there is more to come. */
  isOpen = true
  /** Whether whoever reads it has enough for now. */
  isPaused = false

  /**
   * @param {Head} head
   * @param {Incoming} request
   * @param {Limits} limits
   */
  constructor(head, request, { maxHeaderSize, maxHeadersCount }) {
    this.#request = request
    if (head.isChunked) {
      this.#chunked = new Chunked(maxHeaderSize, maxHeadersCount)
    } else this.#left = head.contentLength
  }

  get refusal() {
    return this.#chunked?.refusal ?? null
  }

  get trailers() {
    return this.#chunked?.trailers ?? ''
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @returns {number} the index behind what it has taken; INVALID: it is refused
   */
  read(bytes, start) {
    if (this.#chunked === null) return this.#readLength(bytes, start)
    const end = this.#chunked.read(bytes, start, this.#pass)
    if (end === INCOMPLETE) return bytes.length
    if (end !== INVALID) this.isOpen = false
    return end
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   */
  #readLength(bytes, start) {
    const end = Math.min(start + this.#left, bytes.length)
    this.#left -= end - start
    this.#pass(bytes.subarray(start, end))
    if (this.#left === 0) this.isOpen = false
    return end
  }

  /** @param {Buffer} chunk */
  #pass = (chunk) => {
    if (this.isOpen && !this.#request.receive(chunk)) this.isPaused = true
  }
}
