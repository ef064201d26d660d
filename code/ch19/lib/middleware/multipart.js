import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tooLarge } from '../app/body.js'
import { VelocyError } from '../common/errors.js'
import { boundaryOf, parseMultipart } from '../http/multipart.js'
import { Part } from './part.js'
import { PartCounter } from './part-limits.js'

/** @import { Request } from '../app/request.js' */
/** @import { PartEvent } from '../http/multipart.js' */
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
    let part = await upload.nextPart()
    while (part !== undefined) {
      yield part
      part = await upload.nextPart()
    }
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
  #parser
  #counter
  /** @type {Part | undefined} the one that may be read */
  #part
  #isReading = false
  #isWhole = false
  /** @type {unknown} */
  #failure
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {string[]} */
  #files = []

  /** @param {Request} req @param {PartLimits} [limits] */
  constructor(req, limits) {
    const { bodyLimit } = req.limits
    const announced = Number(req.headers['content-length'])
    if (announced > bodyLimit) throw tooLarge(bodyLimit)
    this.#counter = new PartCounter(limits)
    this.#parser = parseMultipart(boundaryOf(req.headers))
    this.#req = req
    this.#pieces = req[Symbol.asyncIterator]()
  }

  /** @returns {Promise<Part | undefined>} undefined: there are no more */
  async nextPart() {
    if (this.#isReading) throw used()
    let event = await this.#next()
    while (event === null || Buffer.isBuffer(event)) event = await this.#next()
    this.#isWhole = event === undefined
    this.#part = event && new Part(event, this)
    return this.#part
  }

  /** @param {Part} part @returns {AsyncGenerator<Buffer, void>} */
  async *read(part) {
    if (part !== this.#part) throw used()
    this.#part = undefined
    this.#isReading = true
    try {
      let event = await this.#next()
      while (Buffer.isBuffer(event)) {
        yield event
        event = await this.#next()
      }
    } finally {
      this.#isReading = false
    }
  }

  /** @returns {Promise<PartEvent | undefined>} undefined: that was the last */
  async #next() {
    if (this.#failure !== undefined) throw this.#failure
    try {
      /** @type {IteratorResult<any, any>} */
      let result = this.#parser.next()
      while (result.value === undefined && !result.done) {
        this.#cutLater()
        const { value: piece } = await this.#pieces.next()
        clearTimeout(this.#timer)
        result = this.#parser.next(piece)
      }
      this.#counter.count(result.value)
      return result.value
    } catch (error) {
      clearTimeout(this.#timer)
      // A handler that goes on must not take half a part for a whole one.
      this.#failure = error
      throw error
    }
  }

  /** Cuts the body if nothing comes for too long. */
  #cutLater() {
    const { bodyTimeout: time } = this.#req.limits
    if (time === 0) return
    this.#timer = setTimeout(() => this.#req.cut(stalled(time)), time)
  }

  /** @param {string[]} files that stay if the loop comes to its end */
  hold(...files) {
    this.#files.push(...files)
    for (const file of files) unfinished.add(file)
  }

  /** The loop is over. If there is more of the form, nobody wants it. */
  async end() {
    if (!this.#isWhole) this.#req.cut(used())
    for (const file of this.#files) {
      if (!this.#isWhole) await rm(file, { force: true })
      unfinished.delete(file)
    }
  }
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
