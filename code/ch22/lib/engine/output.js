/** @import { Socket } from 'node:net' */

/**
 * A response that is complete, or a callback.
 *
 * @typedef {object} Watcher
 * @property {boolean} isWatched whether it has to wait for the bytes to leave
 * @property {(error?: Error | null) => void} sent
 */

/** The string is sent when it has this many characters, which are bytes here. */
const BATCH = 65_536

/** Longer bodies in bytes are not copied into the string. */
const COPIED = 16_384

/**
 * Collects what a connection sends in one string, with a character for each
 * byte (latin1): one string takes one system call, and for Node.js it is the
 * cheapest form of a few bytes.
 */
export class Output {
  #socket
  #text = ''
  #isScheduled = false
  #isEnding = false
  /** @type {Watcher[]} */
  #watchers = []
  /** Whether flush() will be called when the requests at hand are done. */
  isHeld = false
  /** All that has been added, in bytes. */
  total = 0

  /** @param {Socket} socket */
  constructor(socket) {
    this.#socket = socket
  }

  /**
   * @param {string | Uint8Array} data a character for each byte, or bytes that
   *   nobody changes any more
   * @returns {boolean} false: the client is behind, until the socket's `drain`
   */
  add(data) {
    if (typeof data !== 'string') return this.#addBytes(data)
    this.#text += data
    this.total += data.length
    if (this.#text.length >= BATCH) return this.flush()
    this.#schedule()
    return !this.#socket.writableNeedDrain
  }

  #schedule() {
    if (this.isHeld || this.#isScheduled) return
    this.#isScheduled = true
    process.nextTick(flush, this)
  }

  /** @param {Uint8Array} bytes */
  #addBytes(bytes) {
    if (bytes.length <= COPIED) return this.add(latin1Of(bytes))
    this.total += bytes.length
    this.#socket.cork()
    this.flush()
    const isTaken = this.#socket.write(bytes)
    this.#socket.uncork()
    return isTaken
  }

  /** @param {Watcher} watcher told when all that was added so far has left */
  tell(watcher) {
    this.#watchers.push(watcher)
    this.#schedule()
  }

  /** Ends the connection behind what has been added. */
  end() {
    this.#isEnding = true
    this.#schedule()
  }

  /** @returns {boolean} as `add` */
  flush() {
    const socket = this.#socket
    const text = this.#text
    const watchers = this.#watchers
    this.#isScheduled = false
    this.#text = ''
    if (watchers.some(({ isWatched }) => isWatched)) {
      this.#watchers = []
      socket.write(text, 'latin1', (error) => {
        for (const watcher of watchers) watcher.sent(error)
      })
    } else {
      for (const watcher of watchers) watcher.sent()
      watchers.length = 0
      // What has to wait is flat: a rope keeps all of its pieces.
      const flat = socket.writableNeedDrain ? Buffer.from(text, 'latin1') : text
      if (text !== '') socket.write(flat, 'latin1')
    }
    if (this.#isEnding) socket.end()
    return !socket.writableNeedDrain
  }
}

/** @param {Output} output */
const flush = (output) => void output.flush()

/** @param {Uint8Array} bytes */
const latin1Of = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
