/** @import { Socket } from 'node:net' */

/** So much is collected at the most, in characters, which are bytes here. */
const BATCH = 65_536

/** More bytes than these are not copied into the string, but sent as they are. */
const COPIED = 16_384

/**
 * What a connection sends. It is collected into one string with a character for
 * each byte (latin1), because one string costs one call of the system, and to
 * Node.js no other form of so few bytes is as cheap.
 */
export class Output {
  #socket
  #text = ''
  #isScheduled = false
  /** Whether somebody will call flush() when the requests at hand are done. */
  isHeld = false

  /** @param {Socket} socket */
  constructor(socket) {
    this.#socket = socket
  }

  /**
   * @param {string} text a character for each byte
   * @returns {boolean} false: the client is behind, and `drain` tells when it
   *   no longer is
   */
  add(text) {
    this.#text += text
    if (this.#text.length >= BATCH) return this.flush()
    if (!this.isHeld && !this.#isScheduled) {
      this.#isScheduled = true
      process.nextTick(flushLater, this)
    }
    return !this.#socket.writableNeedDrain
  }

  /**
   * @param {Uint8Array} bytes that nobody changes any more
   * @returns {boolean} as `add`
   */
  addBytes(bytes) {
    if (bytes.length <= COPIED) return this.add(latin1Of(bytes))
    this.#socket.cork()
    this.flush()
    const isTaken = this.#socket.write(bytes)
    this.#socket.uncork()
    return isTaken
  }

  /** @returns {boolean} as `add` */
  flush() {
    this.#isScheduled = false
    if (this.#text === '') return !this.#socket.writableNeedDrain
    const text = this.#text
    this.#text = ''
    return this.#socket.write(text, 'latin1')
  }

  /** @param {() => void} callback when the client has been sent all of it */
  flushThen(callback) {
    const text = this.#text
    this.#text = ''
    this.#socket.write(text, 'latin1', (error) => {
      if (!error) callback()
    })
  }
}

/** @param {Output} output */
const flushLater = (output) => void output.flush()

/** @param {Uint8Array} bytes */
const latin1Of = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
