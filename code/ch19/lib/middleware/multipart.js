import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tooLarge } from '../app/body.js'
import { VelocyError } from '../common/errors.js'
import { boundaryOf, parseMultipart } from '../http/multipart.js'
import { Part } from './part.js'
import { PartCounter } from './part-limits.js'

/** @import { Request } from '../app/request.js' */
/** @import { Parser, PartEvent } from '../http/multipart.js' */
/** @import { PartLimits } from './part-limits.js' */

/**
 * Reads a form with files (RFC 7578):
 * `for await (const part of multipart(req))`. A part that is not read before
 * the next one is asked for is skipped. Files that were saved by a loop that
 * does not come to its end are removed.
 *
 * @param {Request} req Its route's bodyLimit is for the whole body, and its
 *   bodyTimeout is how long the client may send nothing.
 * @param {PartLimits} [limits]
 * @returns {AsyncGenerator<Part, void>}
 * @throws {VelocyError} ERR_VELOCY_BODY_TYPE, status 415;
 *   ERR_VELOCY_BAD_MULTIPART, status 400; ERR_VELOCY_PART_LIMIT and
 *   ERR_VELOCY_BODY_TOO_LARGE, status 413; ERR_VELOCY_BODY_TIMEOUT, status
 *   408; ERR_VELOCY_BAD_OPTION
 */
export async function* multipart(req, limits) {
  const upload = new Upload(req, limits)
  try {
    yield* upload.parts()
  } finally {
    await upload.end()
  }
}

/** Files of uploads that are under way. They end with the process. */
const unfinished = new Set()
process.on('exit', () => {
  for (const file of unfinished) rmSync(file, { force: true })
})

/** A form that is read one part after another. */
export class Upload {
  #req
  #pieces
  #events
  /** @type {Part | undefined} the one that may be read */
  #part
  #isReading = false
  /** @type {unknown} why it has not been read to its end; undefined: it has */
  #failure = used()
  /** @type {string[]} */
  #files = []

  /** @param {Request} req @param {PartLimits} [limits] */
  constructor(req, limits) {
    const { bodyLimit } = req.limits
    const announced = Number(req.headers['content-length'])
    if (announced > bodyLimit) throw tooLarge(bodyLimit)
    const parser = parseMultipart(boundaryOf(req.headers))
    this.#req = req
    this.#pieces = req[Symbol.asyncIterator]()
    this.#events = this.#parse(parser, new PartCounter(limits))
  }

  /** @returns {AsyncGenerator<Part, void>} */
  async *parts() {
    for await (const event of this.#events) {
      if (event === null || Buffer.isBuffer(event)) continue
      this.#part = new Part(event, this)
      yield this.#part
      this.#part = undefined
      if (this.#isReading) throw used()
    }
    // A handler may have caught it, and taken half a file for a whole one.
    if (this.#failure) throw this.#failure
  }

  /** @param {Part} part @returns {AsyncGenerator<Buffer, void>} */
  async *read(part) {
    if (part !== this.#part) throw used()
    this.#part = undefined
    this.#isReading = true
    try {
      let event = await this.#events.next()
      while (Buffer.isBuffer(event.value)) {
        yield event.value
        event = await this.#events.next()
      }
    } finally {
      this.#isReading = false
    }
  }

  /**
   * @param {Parser} parser
   * @param {PartCounter} counter
   * @returns {AsyncGenerator<PartEvent, void>}
   */
  async *#parse(parser, counter) {
    try {
      let { value: event, done } = parser.next()
      while (!done) {
        let piece
        if (event === undefined) piece = await this.#nextPiece()
        else yield counter.count(event)
        ;({ value: event, done } = parser.next(piece))
      }
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
      throw error
    }
  }

  /** @returns {Promise<Buffer | undefined>} undefined: that was the last */
  async #nextPiece() {
    const { bodyTimeout: time } = this.#req.limits
    const stall = () => cut(this.#req, stalled(time))
    const timer = time > 0 ? setTimeout(stall, time) : undefined
    try {
      const { value } = await this.#pieces.next()
      return value
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param {string[]} files that stay if the loop comes to its end */
  hold(...files) {
    this.#files.push(...files)
    for (const file of files) unfinished.add(file)
  }

  /** The loop is over. If there is more of the form, nobody wants it. */
  async end() {
    if (this.#failure) cut(this.#req, this.#failure)
    for (const file of this.#files) {
      if (this.#failure) await rm(file, { force: true })
      unfinished.delete(file)
    }
  }
}

/**
 * Ends the stream of a body. Its answer can still be sent.
 *
 * @param {Request} req
 * @param {any} error
 */
function cut(req, error) {
  Object.assign(req, { socket: null })
  req.destroy(error)
}

const used = () =>
  new VelocyError(
    'ERR_VELOCY_PART_USED',
    'Part cannot be read: read it once, and await that inside of the loop',
  )

/** @param {number} time in ms */
const stalled = (time) =>
  new VelocyError(
    'ERR_VELOCY_BODY_TIMEOUT',
    `Nothing more of the request body received for ${time} ms`,
    { status: 408, headers: { connection: 'close' } },
  )
