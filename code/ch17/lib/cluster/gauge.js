/** @import { Server } from 'node:http' */

/**
 * @typedef {object} Figures what a worker tells of itself with each heartbeat
 * @property {number} rss memory of the process, in bytes
 * @property {number} heapUsed that of JavaScript's objects, in bytes
 * @property {number} loopDelay how late the event loop was at worst since the
 *   heartbeat before, in ms
 * @property {number} connections that are open
 * @property {number} requests that have come since the worker began
 */

/** What is known of one that has told nothing. @type {Figures} */
export const NO_FIGURES = Object.freeze({
  rss: 0,
  heapUsed: 0,
  loopDelay: 0,
  connections: 0,
  requests: 0,
})

/** How often the event loop is asked to come by, in ms. */
const INTERVAL = 20

/** What can be read off a worker. */
export class Gauge {
  #server
  #requests = 0
  /** @type {unknown} */
  #counted
  #due = performance.now() + INTERVAL
  #worst = 0

  /** @param {Server} server */
  constructor(server) {
    this.#server = server
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      // Where nobody listens, Node.js does something itself.
      if (server.listenerCount(event) === 0) continue
      server.prependListener(event, (request) => this.#count(request))
    }
    setInterval(() => this.#comeBy(), INTERVAL).unref()
  }

  /** @param {unknown} request which a program may pass from event to event */
  #count(request) {
    if (request !== this.#counted) this.#requests++
    this.#counted = request
  }

  #comeBy() {
    const now = performance.now()
    this.#worst = Math.max(this.#worst, now - this.#due)
    this.#due = now + INTERVAL
  }

  /** @returns {Promise<Figures>} */
  async read() {
    const loopDelay = Math.round(this.#worst * 1000) / 1000
    this.#worst = 0
    const { rss, heapUsed } = process.memoryUsage()
    const connections = await this.#connections()
    return { rss, heapUsed, loopDelay, connections, requests: this.#requests }
  }

  /** @returns {Promise<number>} */
  #connections() {
    return new Promise((resolve) => {
      this.#server.getConnections((_error, count) => resolve(count ?? 0))
    })
  }
}
