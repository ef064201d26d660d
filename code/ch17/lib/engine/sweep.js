import { refuse } from './leaving.js'
import { TIMEOUT } from './refusals.js'

/** @import { Socket } from 'node:net' */
/** @import { Connection } from './connection.js' */
/** @import { Engine } from './engine.js' */

/** How long a client may take to leave when it has its last answer, in ms. */
const LINGER = 5000

/** How long a client that sends no more gets nothing of its answer, in ms. */
const HALF_CLOSED = 1000

/** How often one looks within the shortest limit. */
const LOOKS = 8

/** How far apart looks are, in ms. */
const LEAST = 10
const MOST = 1000

/**
 * Holds all connections to their time limits, with one timer. One for each, set
 * and cleared for each request, would take longer than the rest of the limits.
 */
export class Sweep {
  #engine
  #interval
  /** @type {NodeJS.Timeout | undefined} while there are connections */
  #timer

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine
    const { headersTimeout, requestTimeout } = engine.limits
    const { keepAliveTimeout, sendTimeout } = engine.limits
    const limits = [headersTimeout, requestTimeout, keepAliveTimeout]
    const shortest = Math.min(...limits.filter(Boolean), sendTimeout || MOST)
    this.#interval = Math.min(Math.max(shortest / LOOKS, LEAST), MOST)
  }

  start() {
    if (this.#timer !== undefined) return
    this.#engine.now = performance.now()
    this.#timer = setInterval(() => this.#look(), this.#interval).unref()
  }

  #look() {
    const { connections } = this.#engine
    const now = performance.now()
    this.#engine.now = now
    for (const connection of connections) {
      const { socket } = connection
      if (connection.isHandedOver) continue
      // What was noted since the last look has the time of that one.
      const waited = now - connection.since - this.#interval
      if (socket.writableLength !== connection.unsent) this.#note(connection)
      else if (connection.unsent === 0) this.#check(connection, waited)
      else if (this.#isStuck(connection, waited)) socket.destroy()
    }
    if (connections.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * Only the socket knows how much of a large piece the client has taken, so it
   * is its timer that counts, unless a handler has set that.
   *
   * @param {Connection} connection
   */
  #note(connection) {
    const { sendTimeout } = this.#engine.limits
    const { socket, unsent } = connection
    const { writableLength, timeout } = socket
    if (unsent === 0 && !timeout) socket.setTimeout(sendTimeout, onTimeout)
    else if (writableLength === 0 && timeout === sendTimeout) {
      socket.setTimeout(0, onTimeout)
    }
    connection.unsent = writableLength
    connection.since = this.#engine.now
    connection.moved = socket.bytesRead
  }

  /**
   * A client that sends something now and then starts that timer again.
   *
   * @param {Connection} connection
   * @param {number} waited
   */
  #isStuck({ socket, moved }, waited) {
    if (socket.bytesRead === moved) return false
    return isOver(waited, this.#engine.limits.sendTimeout)
  }

  /**
   * @param {Connection} connection that sends nothing
   * @param {number} waited since it began what it does, in ms
   */
  #check(connection, waited) {
    const { headersTimeout, requestTimeout, keepAliveTimeout } =
      this.#engine.limits
    if (connection.isOver) {
      if (waited > LINGER) connection.socket.destroy()
    } else if (connection.isInHead) {
      if (isOver(waited, headersTimeout)) refuse(connection, TIMEOUT)
    } else if (connection.body !== null) {
      if (connection.body.isPaused || !isOver(waited, requestTimeout)) return
      refuse(connection, TIMEOUT)
    } else if (connection.response === null) {
      const limit = connection.requests > 0 ? keepAliveTimeout : headersTimeout
      if (isOver(waited, limit)) connection.end()
    } else if (connection.isEnded) this.#checkHalfClosed(connection, waited)
  }

  /**
   * A client that has said that it sends no more may wait for its answer, and
   * may as well be gone: what it says is the same. As long as the answer moves,
   * it is sent; a client that is gone refuses it.
   *
   * @param {Connection} connection
   * @param {number} waited
   */
  #checkHalfClosed(connection, waited) {
    const { socket, moved } = connection
    if (socket.bytesWritten !== moved) {
      connection.moved = socket.bytesWritten
      connection.since = this.#engine.now
    } else if (waited > HALF_CLOSED) socket.destroy()
  }
}

/**
 * @param {number} waited
 * @param {number} limit in ms; 0 is for ever
 */
const isOver = (waited, limit) => limit > 0 && waited > limit

/** @this {Socket} */
function onTimeout() {
  if (this.writableLength > 0) this.destroy()
}
