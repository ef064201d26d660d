/** Sends a sample to a server, and says what came of it. */
import net from 'node:net'

/** @import { Observed } from './observed.js' */
/** @import { Read } from '../../../../packages/http1-conformance/fuzz/reference.js' */

/**
 * @typedef {object} Came
 * @property {Read[]} reads what the handler has seen
 * @property {number[]} statuses of all answers
 * @property {'closes' | 'waits'} end
 * @property {boolean} isLate whether the server had not read all by then
 */

/** What each sample ends with, so that a server is done with it. */
export const FAREWELL =
  'GET /farewell HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** @param {string} text @returns {number[]} */
const statusesOf = (text) =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) =>
    Number(status),
  )

/** How many turns of the loop a server gets to act on what it has read. */
const TURNS = 6

class Conversation {
  #text = ''
  #clientPort = 0
  #isDone = false
  #isLate = false
  #turns = 0

  /**
   * @param {Observed} server
   * @param {Buffer[]} pieces
   * @param {number} patience in turns, for a server that does not even read
   * @param {(came: Came) => void} done
   */
  constructor(server, pieces, patience, done) {
    this.server = server
    this.pieces = pieces
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
    this.done = done
    const { port } = server
    this.socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
    this.socket.on('connect', () => this.#write())
    this.socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1')
      this.#turns = 0
    })
    this.socket.on('end', () => this.#finish('closes'))
    this.socket.on('close', () => this.#finish('closes'))
    this.socket.on('error', () => {})
    this.patience = patience
  }

  async #write() {
    this.#clientPort = this.socket.localPort ?? 0
    for (const [i, piece] of this.pieces.entries()) {
      if (i > 0) await new Promise(setImmediate)
      if (this.#isDone || this.socket.destroyed) return
      this.socket.write(piece)
    }
    this.#look()
  }

  /** It waits, when all has been read and nothing comes of it. */
  #look() {
    if (this.#isDone) return
    const hasRead = this.server.bytesRead(this.#clientPort) === this.length
    if (hasRead) this.#turns++
    this.#isLate = this.patience-- < 0
    if (this.#isLate || this.#turns > TURNS) this.#finish('waits')
    else setImmediate(() => this.#look())
  }

  /** @param {Came['end']} end */
  #finish(end) {
    if (this.#isDone) return
    this.#isDone = true
    this.socket.destroy()
    const reads = this.server.take(this.#clientPort)
    const isLate = this.#isLate
    this.done({ reads, statuses: statusesOf(this.#text), end, isLate })
  }
}

/**
 * @param {Observed} server in this process
 * @param {Buffer[]} pieces
 * @param {number} patience in turns of the loop
 * @returns {Promise<Came>}
 */
export const send = (server, pieces, patience) =>
  new Promise((resolve) => {
    new Conversation(server, pieces, patience, resolve)
  })
