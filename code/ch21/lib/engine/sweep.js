import { TIMEOUT } from './refusals.js'
import { refuse } from './refuse.js'

/** @import { Connection } from './connection.js' */
/** @import { Engine } from './engine.js' */

/** How long a client may take to leave when it has its last answer, in ms. */
const LINGER = 2000

/** Looks within the shortest limit: each limit is late by a quarter at most. */
const LOOKS = 8

/** The shortest and the longest time between two looks, in ms. */
const LEAST = 10
const MOST = 1000

const MEGABYTE = 1_000_000

/**
 * Holds all connections to their time limits, with one timer. One for each, set
 * and cleared for each request, would take longer than the rest of the limits.
 */
export class Sweep {
  #engine
  #interval
  /** @type {NodeJS.Timeout | undefined} while there are connections */
  #timer

  /**
   * @param {Engine} engine
   * @param {string} event that its server emits for each connection
   */
  constructor(engine, event) {
    this.#engine = engine
    const { headersTimeout, requestTimeout, keepAliveTimeout, sendTimeout } =
      engine.limits
    const limits = [headersTimeout, requestTimeout, keepAliveTimeout]
    const shortest = Math.min(...limits.filter(Boolean), sendTimeout || MOST)
    this.#interval = Math.min(Math.max(shortest / LOOKS, LEAST), MOST)
    engine.server.on(event, () => this.#start())
  }

  #start() {
    if (this.#timer !== undefined) return
    this.#engine.now = performance.now()
    this.#timer = setInterval(() => this.#look(), this.#interval).unref()
  }

  #look() {
    const { connections } = this.#engine
    const now = performance.now()
    this.#engine.now = now
    for (const connection of connections) {
      if (connection.isUpgraded) continue
      const { writableLength } = connection.socket
      if (writableLength !== connection.unsent) {
        connection.unsent = writableLength
        connection.since = now
      }
      // What was noted since the last look has the time of that one.
      this.#check(connection, now - connection.since - this.#interval)
    }
    if (connections.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * @param {Connection} connection
   * @param {number} waited since it began what it does, in ms
   */
  #check(connection, waited) {
    const { headersTimeout, requestTimeout, keepAliveTimeout, sendTimeout } =
      this.#engine.limits
    const { socket, unsent, body } = connection
    if (connection.isInHead) {
      if (isLate(waited, headersTimeout)) refuse(connection, TIMEOUT)
    } else if (body !== null && !body.isPaused) {
      if (isLate(waited, requestTimeout)) refuse(connection, TIMEOUT)
    } else if (unsent > 0) {
      const megabytes = Math.ceil(unsent / MEGABYTE)
      if (isLate(waited, sendTimeout * megabytes)) socket.destroy()
    } else if (connection.isOver) {
      if (waited > LINGER) socket.destroy()
    } else if (connection.isIdle) {
      const { requests } = connection
      const limit = requests > 0 ? keepAliveTimeout : headersTimeout
      if (isLate(waited, limit)) connection.close()
    } else if (connection.isEnded) {
      // The client may be gone, and waits for an answer or seems to.
      if (isLate(waited, requestTimeout)) socket.destroy()
    }
  }
}

/**
 * @param {number} waited
 * @param {number} limit in ms; 0 is for ever
 */
const isLate = (waited, limit) => limit > 0 && waited > limit
