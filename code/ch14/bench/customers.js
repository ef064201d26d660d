/**
 * Clients that know what has become of each request. A connection has one
 * request under way, which ends in exactly one way.
 */
import net from 'node:net'

/**
 * How a request ended: `answered`, as it should be; `refused`: there was no
 * connection; `reset`: the connection ended before the answer did; `wrong`: it
 * was another answer; `silent`: nothing came for {@link PATIENCE}.
 *
 * @typedef {'answered' | 'refused' | 'reset' | 'wrong' | 'silent'} Fate
 */

/** How long a client waits for anything, in ms. */
export const PATIENCE = 10_000

let last = 0

/** One client, with one connection at a time. */
export class Customer {
  /** @type {net.Socket | null} */
  #socket = null
  #received = ''
  #expected = ''
  /** @type {((fate: Fate) => void) | null} */
  #settle = null
  #mayStay = true
  /** Who has answered last. */
  pid = 0

  /**
   * @param {number} port
   * @param {boolean} stays whether it keeps its connection
   */
  constructor(port, stays) {
    this.port = port
    this.stays = stays
  }

  get isWaiting() {
    return this.#settle !== null
  }

  get isConnected() {
    return this.#socket !== null
  }

  /** @param {number} [delay] of the answer, in ms @returns {Promise<Fate>} */
  ask(delay) {
    const number = ++last
    this.#expected = ` ${number}`
    this.#received = ''
    const path = delay ? `/later/${number}/${delay}` : `/now/${number}`
    const goodbye = this.stays ? '' : 'Connection: close\r\n'
    const request = `GET ${path} HTTP/1.1\r\nHost: proof\r\n${goodbye}\r\n`
    return new Promise((settle) => {
      this.#settle = settle
      this.#socket ??= this.#connect()
      this.#socket.write(request)
    })
  }

  #connect() {
    const socket = net.connect({ port: this.port, host: '127.0.0.1' })
    let isOpen = false
    socket.on('connect', () => {
      isOpen = true
    })
    socket.on('data', (chunk) => {
      if (this.#socket === socket) this.#take(String(chunk))
    })
    socket.setTimeout(PATIENCE, () => this.#lose(socket, 'silent'))
    socket.on('error', () => this.#lose(socket, isOpen ? 'reset' : 'refused'))
    // A server may close a connection between two requests, and does.
    socket.on('end', () => this.#lose(socket, 'reset'))
    socket.on('close', () => this.#lose(socket, 'reset'))
    return socket
  }

  /** @param {string} text */
  #take(text) {
    this.#received += text
    const head = this.#received.indexOf('\r\n\r\n')
    if (head === -1) return
    const [, length] = /content-length: (\d+)/i.exec(this.#received) ?? []
    const body = this.#received.slice(head + 4)
    if (body.length < Number(length)) return
    this.#mayStay = !/connection: close/i.test(this.#received.slice(0, head))
    const isRight = this.#received.startsWith('HTTP/1.1 200')
    this.pid = Number.parseInt(body, 10)
    if (!this.stays || !this.#mayStay) this.leave()
    const isMine = isRight && body === `${this.pid}${this.#expected}`
    this.#end(isMine ? 'answered' : 'wrong')
  }

  /** @param {net.Socket} socket @param {Fate} fate */
  #lose(socket, fate) {
    socket.destroy()
    if (this.#socket !== socket) return
    this.#socket = null
    this.#end(fate)
  }

  /** @param {Fate} fate */
  #end(fate) {
    const settle = this.#settle
    this.#settle = null
    settle?.(fate)
  }

  /** Ends its connection. */
  leave() {
    const socket = this.#socket
    this.#socket = null
    socket?.end()
  }
}

/** @returns {Record<Fate, number>} */
export const noFates = () => ({
  answered: 0,
  refused: 0,
  reset: 0,
  wrong: 0,
  silent: 0,
})
