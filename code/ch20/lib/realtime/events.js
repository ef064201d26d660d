import { Buffer } from 'node:buffer'
import { isLost } from '../app/stream.js'
import { checkOptions, integer } from '../common/options.js'
import { fieldOf } from '../http/fields.js'
import { jsonOf } from '../http/write-json.js'
import { join, part } from './lasting.js'

/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */
/** @import { Rule } from '../common/options.js' */

/** How long a client waits before it comes back, in ms. */
const RETRY = 2000

/** How long a closing server's clients may spread over, in ms. */
const SPREAD = 5000

/** How much may wait for a slow client when the next event is sent, in bytes. */
const LIMIT = 1024 * 1024
const RULES = { limit: integer(0, Infinity) }

/** After how many seconds without an event a client gets a comment. */
const HEARTBEAT = 15

/**
 * @typedef {object} EventsOptions
 * @property {number} [limit] How many bytes may wait for a slow client when the
 *   next event is sent; with more, it's cut off, and comes back. `Infinity`
 *   holds them all. Default: 1,048,576.
 */

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
  const { limit = LIMIT } = checkOptions('events', options, RULES)
  res.setHeader('content-type', 'text/event-stream')
  res.setHeader('cache-control', 'no-cache, no-transform')
  // Or nginx would wait until its buffer is full.
  res.setHeader('x-accel-buffering', 'no')
  return new EventStream(req, res, limit)
}

/** What an EventSource reads, until either side ends it. */
class EventStream {
  #res
  #limit
  /** @internal @type {Set<import('./room.js').Room> | undefined} */
  rooms
  /** @internal */
  encode = eventText
  /** How many seconds it has been since something was sent. */
  #quiet = 0

  /** @param {Request} req @param {Response} res @param {number} limit */
  constructor(req, res, limit) {
    this.#res = res
    this.#limit = limit
    const id = fieldOf(req.headers, 'last-event-id')
    /** The id of the last event that the client has had, as it says. */
    this.lastEventId = id && Buffer.from(id, 'latin1').toString()
    /** @type {Promise<void>} resolves when it has ended, whoever ended it */
    this.closed = new Promise((resolve) => {
      // The client may have left before we got here.
      if (isLost(res)) resolve()
      else res.once('close', () => resolve())
    })
    join(req, this)
    this.closed.then(() => part(this))
    this.sendEncoded(`retry: ${RETRY}\n\n`)
    if (req.method === 'HEAD') this.close()
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
    return this.sendEncoded(eventText(data, fields))
  }

  /** Ends the stream. Its client comes back after two seconds. */
  close() {
    this.#res.end()
  }

  /**
   * Sends an event that eventText() has written.
   * @internal
   * @param {string} text
   */
  sendEncoded(text) {
    // What waits is thrown away: the client asks for it when it comes back.
    if (this.#res.writableLength > this.#limit) this.#res.req.socket?.destroy()
    if (this.isClosed) return false
    this.#quiet = 0
    this.#res.write(text)
    return true
  }

  /** A second has passed. @internal */
  beat() {
    if (++this.#quiet >= HEARTBEAT) this.sendEncoded(':\n\n')
  }

  /** The server closes: clients come back, but not all at once. @internal */
  leave() {
    const retry = RETRY + Math.round(Math.random() * SPREAD)
    this.sendEncoded(`retry: ${retry}\n\n`)
    this.close()
  }
}

/**
 * @typedef {object} EventFields
 * @property {string | undefined} [event] The name of the event; without it,
 *   browsers call `onmessage`.
 * @property {string | number | undefined} [id] What the client says in
 *   Last-Event-ID when it comes back.
 */

/** @type {Rule} */
const LINE = {
  expected: 'text of one line',
  allows: (value) => typeof value !== 'object' && !/[\r\n\0]/.test(value),
}

/**
 * Writes an event as the HTML standard has it (§9.2.6).
 *
 * @param {unknown} data text, or what JSON can express
 * @param {EventFields} [fields]
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
 */
export function eventText(data, fields) {
  const { event, id } = checkOptions('send', fields, { event: LINE, id: LINE })
  const text = typeof data === 'string' ? data : jsonOf(data)
  return (
    (event === undefined ? '' : `event: ${event}\n`) +
    (id === undefined ? '' : `id: ${id}\n`) +
    `data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`
  )
}
