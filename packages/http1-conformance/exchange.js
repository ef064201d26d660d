/** Sends the bytes of a case to a server, and says what came of it. */
import net from 'node:net'
import tls from 'node:tls'
import { AnswerReader } from './answers.js'

/** @import { Answer } from './answers.js' */

/**
 * How a case is cut into packets: as it is, a byte at a time, or behind each
 * line feed. What a server answers must not depend on it.
 *
 * @typedef {'whole' | 'bytes' | 'lines'} Cut
 */
/**
 * @typedef {object} Sent
 * @property {(string | number)[]} steps latin1 to send, or how many messages
 *   must have come before what follows is sent
 * @property {string[]} methods of the requests
 * @property {number} answers that must have come before the connection is tried
 * @property {boolean} halfCloses whether the client ends its side, in place of
 *   trying whether the connection lives
 * @property {string} [host] 127.0.0.1 unless told
 * @property {boolean} [secure] whether over TLS
 */
/**
 * @typedef {object} Outcome
 * @property {Answer[]} interim 1xx
 * @property {Answer[]} answers
 * @property {string} tunnel
 * @property {'kept' | 'closed' | 'silent'} end kept: the next request was
 *   answered; silent: neither that nor closed, for as long as we waited
 * @property {string} problem of the answers; '' without one
 * @property {boolean} isReset whether the server reset the connection, so that
 *   an answer of it may be lost
 */

const PROBE = '/conformance-probe'
const PROBE_REQUEST = `GET ${PROBE} HTTP/1.1\r\nHost: probe\r\n\r\n`

/**
 * @param {string} text latin1
 * @param {Cut} cut
 * @returns {Buffer[]}
 */
function cutUp(text, cut) {
  const bytes = Buffer.from(text, 'latin1')
  if (cut === 'bytes') return Array.from(bytes, (byte) => Buffer.of(byte))
  if (cut === 'lines') {
    return text.split(/(?<=\n)/).map((line) => Buffer.from(line, 'latin1'))
  }
  return [bytes]
}

/** @param {Answer | undefined} answer */
const isOfProbe = (answer) => answer?.body.includes(PROBE) ?? false

class Exchange {
  /** @param {number} port @param {Sent} sent @param {Cut} cut */
  constructor(port, sent, cut) {
    this.sent = sent
    this.cut = cut
    this.reader = new AnswerReader(sent.methods)
    this.isClosed = false
    this.isReset = false
    this.wake = () => {}
    const { host = '127.0.0.1' } = sent
    const place = { host, port, allowHalfOpen: true }
    this.socket = sent.secure
      ? tls.connect({ ...place, rejectUnauthorized: false }).setNoDelay()
      : net.connect({ ...place, noDelay: true })
    this.socket.setEncoding('latin1')
    this.socket.on('data', (text) => {
      this.reader.push(String(text))
      this.wake()
    })
    const onEnd = () => {
      if (!this.isClosed) this.reader.end()
      this.isClosed = true
      this.wake()
    }
    this.socket.on('end', onEnd).on('close', onEnd)
    // A reset is an end of the connection, which 'close' follows.
    this.socket.on('error', () => {
      this.isReset = true
    })
  }

  /**
   * @param {() => boolean} isTrue
   * @param {number} deadline
   * @returns {Promise<boolean>} false: not before the deadline
   */
  async until(isTrue, deadline) {
    while (!isTrue()) {
      if (this.isClosed || this.reader.problem) return false
      const left = deadline - performance.now()
      if (left <= 0) return false
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left)
        this.wake = () => {
          clearTimeout(timer)
          resolve(undefined)
        }
      })
    }
    return true
  }

  /** @param {number} deadline */
  async send(deadline) {
    const { reader, socket } = this
    for (const step of this.sent.steps) {
      if (typeof step === 'number') {
        const came = () => reader.interim.length + reader.answers.length
        if (!(await this.until(() => came() >= step, deadline))) return
        continue
      }
      for (const piece of cutUp(step, this.cut)) {
        if (this.isClosed) return
        socket.write(piece)
        // Else the kernel would join what has just been cut.
        if (this.cut !== 'whole') await new Promise(setImmediate)
      }
    }
  }

  /** @param {number} patience ms @returns {Promise<Outcome>} */
  async run(patience) {
    const deadline = performance.now() + patience
    const { reader, socket, sent } = this
    await this.send(deadline)
    if (sent.halfCloses) {
      socket.end()
      await this.until(() => false, deadline)
    } else {
      await this.until(() => reader.answers.length >= sent.answers, deadline)
      if (!this.isClosed) socket.write(PROBE_REQUEST)
      await this.until(() => isOfProbe(reader.answers.at(-1)), deadline)
    }
    socket.destroy()
    const { interim, problem, tunnel } = reader
    const isKept = isOfProbe(reader.answers.at(-1))
    const answers = isKept ? reader.answers.slice(0, -1) : reader.answers
    const end = isKept ? 'kept' : this.isClosed ? 'closed' : 'silent'
    const { isReset } = this
    return { interim, answers, tunnel, end, problem, isReset }
  }
}

/**
 * @param {number} port
 * @param {Sent} sent
 * @param {Cut} cut
 * @param {number} patience ms
 */
export const exchange = (port, sent, cut, patience) =>
  new Exchange(port, sent, cut).run(patience)
