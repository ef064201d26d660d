import { Buffer } from 'node:buffer'
import { isLost } from '../app/stream.js'
import { checkOptions, integer, oneOf } from '../common/options.js'
import { fieldOf } from '../http/fields.js'
import { eventText } from './event-text.js'

/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */
/** @import { EventFields } from './event-text.js' */

const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * @typedef {object} EventsOptions
 * @property {number} [retry] How long the client waits before it comes back, in
 *   ms. Default: 2000.
 * @property {number} [heartbeat] After how long without an event a comment is
 *   sent, in ms. Default: 15,000.
 * @property {number} [limit] How much may wait for a slow client, in bytes.
 *   Default: 1,048,576.
 * @property {'close' | 'drop'} [whenSlow] What happens when more does: the
 *   connection is cut, and the client comes back; or it misses events until it
 *   has caught up. Default: 'close'.
 */
const RULES = {
  retry: integer(0, MAX_TIMEOUT_MS),
  heartbeat: integer(1, MAX_TIMEOUT_MS),
  limit: integer(0, Number.MAX_SAFE_INTEGER),
  whenSlow: oneOf('close', 'drop'),
}
const DEFAULTS = {
  retry: 2000,
  heartbeat: 15_000,
  limit: 1024 * 1024,
  whenSlow: 'close',
}

/** Answers of the kind that EventSource reads. */
class EventStream {
  #res
  #options
  #heart
  /** What the client has not taken yet, in bytes. */
  #waiting = 0

  /**
   * @param {Request} req
   * @param {Response} res
   * @param {typeof DEFAULTS & EventsOptions} options
   */
  constructor(req, res, options) {
    this.#res = res
    this.#options = options
    const id = fieldOf(req.headers, 'last-event-id')
    /** The id of the last event that the client has had, which it may forge. */
    this.lastEventId = id && Buffer.from(id, 'latin1').toString()
    this.#heart = setInterval(() => this.sendText(':\n\n'), options.heartbeat)
    this.#heart.unref()
    /** @type {Promise<void>} when it has ended, on either side */
    this.closed = new Promise((resolve) => {
      const end = () => {
        clearInterval(this.#heart)
        resolve()
      }
      // The client may have left before we got here.
      if (isLost(res)) end()
      else res.once('close', end)
    })
  }

  /** Whether nothing more can be sent. */
  get isClosed() {
    return this.#res.writableEnded || this.#res.destroyed
  }

  /**
   * Sends an event.
   *
   * @param {unknown} data a string as it is, everything else as JSON
   * @param {EventFields} [fields]
   * @returns {boolean} false: it was not sent, because the stream has ended or
   *   the client is too slow
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
   */
  send(data, fields) {
    return this.sendText(eventText(data, fields))
  }

  /**
   * Sends an event that is written already.
   * @internal
   * @param {string} text
   */
  sendText(text) {
    if (this.isClosed) return false
    const { limit, whenSlow } = this.#options
    if (this.#waiting > limit) {
      if (whenSlow === 'close') this.#res.socket?.destroy()
      return false
    }
    const length = Buffer.byteLength(text)
    this.#waiting += length
    this.#res.write(text, () => {
      this.#waiting -= length
    })
    this.#heart.refresh()
    return true
  }

  /** Ends the stream. The client comes back, unless it is told not to. */
  close() {
    this.#res.end()
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
