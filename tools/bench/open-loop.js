#!/usr/bin/env node
/**
 * An open-loop client: requests arrive at a constant rate, whether or not the
 * server keeps up, as they do when the clients do not know of each other.
 *
 * Each request has a scheduled time, and its latency is counted from there. A
 * closed loop counts from when it sent the request, and it sends nothing while
 * it waits: a server that stops for a second is asked nothing for a second, and
 * the second appears in the report as one slow request per connection. That is
 * **coordinated omission**. Both are recorded here: `latency` from the schedule,
 * `service` from the sending.
 *
 * Run as a program it takes one JSON argument and prints JSON.
 */
import net from 'node:net'
import { pathToFileURL } from 'node:url'
import { formatRequest, parseResponse } from './exchange.js'
import { Times } from './statistics.js'

/**
 * @typedef {object} Options
 * @property {string} host
 * @property {number} port
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {string} [body]
 * @property {number} connections
 * @property {number} rate requests per second
 * @property {number} warmup seconds, not recorded
 * @property {number} duration seconds
 * @property {number} [patience] ms to wait for the last responses
 */

/**
 * @typedef {object} Slot one connection
 * @property {net.Socket | null} socket
 * @property {Buffer} received
 * @property {number} scheduled ms; when its request should have been sent
 * @property {number} sent ms; 0 when it has none
 */

class OpenLoop {
  latency = new Times()
  service = new Times()
  /** How late the client itself was, when a connection was free. */
  lag = new Times()
  errors = { connect: 0, read: 0, write: 0, timeout: 0, status: 0 }
  completed = 0
  /** When warm-up ends, and when the last response came, in ms. */
  recordFrom = 0
  lastAt = 0
  /** @type {Slot[]} the one that has been idle longest comes first */
  #idle = []
  /** @type {number[]} scheduled times of requests without a connection */
  #waiting = []
  /** How many of those at the front have been taken. */
  #taken = 0
  #closing = false
  #open = 0

  /** @param {Options} options */
  constructor(options) {
    this.options = options
    this.request = formatRequest(options.port, options)
  }

  get unanswered() {
    return this.#waiting.length - this.#taken + this.#open
  }

  /** @returns {Promise<void>} */
  async run() {
    const {
      connections,
      rate,
      warmup,
      duration,
      patience = 5000,
    } = this.options
    await Promise.all(
      Array.from({ length: connections }, () =>
        this.#connect({
          socket: null,
          received: Buffer.alloc(0),
          scheduled: 0,
          sent: 0,
        }),
      ),
    )
    const start = performance.now()
    this.recordFrom = start + warmup * 1000
    const total = Math.round((warmup + duration) * rate)
    let next = 0
    await new Promise((resolve) => {
      // A timer's resolution is 1 ms, too coarse to time requests by, so the
      // client turns round and round instead. It has a core of its own.
      const turn = () => {
        const now = performance.now()
        while (next < total) {
          const scheduled = start + (next * 1000) / rate
          if (scheduled > now) break
          next++
          this.#arrive(scheduled, now)
        }
        if (next < total) setImmediate(turn)
        else resolve(undefined)
      }
      turn()
    })
    const deadline = performance.now() + patience
    while (this.unanswered > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    this.#closing = true
    this.errors.timeout += this.unanswered
    for (const { socket } of this.#idle) socket?.destroy()
  }

  /** @param {number} scheduled @param {number} now */
  #arrive(scheduled, now) {
    const slot = this.#idle.shift()
    if (!slot) {
      this.#waiting.push(scheduled)
      return
    }
    if (scheduled >= this.recordFrom) {
      this.lag.record((now - scheduled) * 1000)
    }
    this.#send(slot, scheduled)
  }

  /** @param {Slot} slot @param {number} scheduled */
  #send(slot, scheduled) {
    slot.scheduled = scheduled
    slot.sent = performance.now()
    this.#open++
    slot.socket?.write(this.request)
  }

  /** @param {Slot} slot */
  #free(slot) {
    if (this.#taken < this.#waiting.length) {
      this.#send(slot, this.#waiting[this.#taken++])
      return
    }
    this.#waiting.length = 0
    this.#taken = 0
    this.#idle.push(slot)
  }

  /** @param {Slot} slot @param {Buffer} chunk */
  #receive(slot, chunk) {
    slot.received =
      slot.received.length === 0 ? chunk : Buffer.concat([slot.received, chunk])
    const response = parseResponse(slot.received)
    if (!response) return
    const now = performance.now()
    if (slot.scheduled >= this.recordFrom) {
      this.latency.record((now - slot.scheduled) * 1000)
      this.service.record((now - slot.sent) * 1000)
      this.completed++
      if (response.status >= 400) this.errors.status++
      this.lastAt = now
    }
    slot.received = Buffer.alloc(0)
    slot.sent = 0
    this.#open--
    this.#free(slot)
  }

  /**
   * @param {Slot} slot
   * @returns {Promise<void>}
   */
  #connect(slot) {
    return new Promise((resolve) => {
      const { host, port } = this.options
      const socket = net.connect({ host, port, noDelay: true })
      let connected = false
      slot.socket = socket
      slot.received = Buffer.alloc(0)
      socket.on('connect', () => {
        connected = true
        this.#free(slot)
        resolve()
      })
      socket.on('data', (/** @type {Buffer} */ chunk) => {
        try {
          this.#receive(slot, chunk)
        } catch {
          socket.destroy()
        }
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (this.#closing) return
        if (!connected) {
          this.errors.connect++
          resolve()
          return
        }
        if (slot.sent > 0) {
          this.errors.read++
          slot.sent = 0
          this.#open--
        }
        // A server may close a connection that is idle: that is no error.
        const position = this.#idle.indexOf(slot)
        if (position >= 0) this.#idle.splice(position, 1)
        this.#connect(slot)
      })
    })
  }

  toJSON() {
    const { rate, duration } = this.options
    const elapsed = Math.max(duration, (this.lastAt - this.recordFrom) / 1000)
    return {
      rate,
      rps: this.completed / elapsed,
      requests: this.completed,
      duration: elapsed,
      latency: this.latency.toJSON(),
      service: this.service.toJSON(),
      lag: this.lag.toJSON(),
      errors: this.errors,
    }
  }
}

/**
 * @param {Options} options
 * @returns {Promise<ReturnType<OpenLoop['toJSON']>>}
 */
export async function openLoop(options) {
  const loop = new OpenLoop(options)
  await loop.run()
  return loop.toJSON()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const report = await openLoop(JSON.parse(process.argv[2]))
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))
}
