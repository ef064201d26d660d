import { Buffer } from 'node:buffer'
import { isLost } from '../app/stream.js'
import { checkOptions, integer } from '../common/options.js'
import { fieldOf } from '../http/fields.js'
import { eventText } from './event-text.js'
import { clock, join, part } from './lasting.js'

/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */
/** @import { EventFields } from './event-text.js' */

const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** How long what waits may stand still, in ms. */
const PATIENCE = 120_000

/** How long a closing server's clients may spread over, in ms. */
const SPREAD = 5000

/**
 * @typedef {object} EventsOptions
 * @property {number} [retry] How long the client waits before it comes back, in
 *   ms. Default: 2000.
 * @property {number} [heartbeat] How long it's silent before it gets a comment,
 *   in ms, to the second. Default: 15,000.
 * @property {number} [limit] How many bytes may wait for a slow client when the
 *   next event is sent to it; with more, it's cut off, and comes back. Default:
 *   1,048,576.
 */
const RULES = {
  retry: integer(0, MAX_TIMEOUT_MS),
  heartbeat: integer(1, MAX_TIMEOUT_MS),
  limit: integer(0, Number.MAX_SAFE_INTEGER),
}
/** @type {Required<EventsOptions>} */
const DEFAULTS = {
  retry: 2000,
  heartbeat: 15_000,
  limit: 1024 * 1024,
}

/** What an EventSource reads, until either side ends it. */
class EventStream {
  #res
  #options
  /** What has been written and has not left, in bytes. */
  #waiting = 0
  /** When something began to wait, or left, in ms. */
  #since = clock.now

  /**
   * @param {Request} req
   * @param {Response} res
   * @param {Required<EventsOptions>} options
   */
  constructor(req, res, options) {
    this.#res = res
    this.#options = options
    const id = fieldOf(req.headers, 'last-event-id')
    /** The id of the last event that the client has had, as it says. */
    this.lastEventId = id && Buffer.from(id, 'latin1').toString()
    /** @type {Promise<void>} resolves when it has ended, whoever ended it */
    this.closed = new Promise((resolve) => {
      // The client may have left before we got here.
      if (isLost(res)) resolve()
      else res.once('close', () => resolve())
    })
    if (!isLost(res)) join(req, this)
    this.closed.then(() => part(this))
  }

  /** Whether nothing can be sent anymore. */
  get isClosed() {
    return this.#res.writableEnded || isLost(this.#res)
  }

  /**
   * Sends an event.
   *
   * @param {unknown} data a string as it is, anything else as JSON
   * @param {EventFields} [fields]
   * @returns {boolean} false: it was not sent, because the stream has ended or
   *   the client is too slow
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
   */
  send(data, fields) {
    return this.sendText(eventText(data, fields))
  }

  /** Ends the stream. Its client comes back after `retry`. */
  close() {
    this.#res.end()
  }

  /**
   * Sends an event that eventText() has written.
   * @internal
   * @param {string} text
   */
  sendText(text) {
    if (this.isClosed) return false
    if (this.#waiting > this.#options.limit) {
      // What waits is thrown away: the client asks for it when it comes back.
      this.#res.req.socket?.destroy()
      return false
    }
    const length = Buffer.byteLength(text)
    if (this.#waiting === 0) this.#since = clock.now
    this.#waiting += length
    this.#res.write(text, () => {
      this.#waiting -= length
      this.#since = clock.now
    })
    return true
  }

  /** @internal @param {number} now in ms, once a second */
  beat(now) {
    const quiet = now - this.#since
    if (this.#waiting > 0) {
      if (quiet >= PATIENCE) this.#res.req.socket?.destroy()
    } else if (quiet >= this.#options.heartbeat) this.sendText(':\n\n')
  }

  /** The server closes: clients come back, but not all at once. @internal */
  leave() {
    const later = Math.round(Math.random() * SPREAD)
    this.sendText(`retry: ${this.#options.retry + later}\n\n`)
    this.close()
  }
}

/**
 * Answers with a stream of events (HTML standard §9.2), which stays open until
 * either side ends it.
 *
 * @param {Request} req
 * @param {Response} res
 * @param {EventsOptions} [options]
 * @returns {EventStream}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function events(req, res, options) {
  const checked = checkOptions('events', options, RULES)
  res.setHeader('content-type', 'text/event-stream')
  if (!res.hasHeader('cache-control')) {
    res.setHeader('cache-control', 'no-cache, no-transform')
  }
  // Or nginx would wait until its buffer is full.
  res.setHeader('x-accel-buffering', 'no')
  const all = { ...DEFAULTS, ...checked }
  const stream = new EventStream(req, res, all)
  stream.sendText(`retry: ${all.retry}\n\n`)
  if (req.method === 'HEAD') stream.close()
  return stream
}
