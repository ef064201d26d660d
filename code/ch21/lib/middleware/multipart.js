import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tooLarge } from '../app/body.js'
import { VelocyError } from '../common/errors.js'
import { boundaryOf, parseMultipart } from '../http/multipart.js'
import { Part, used } from './part.js'
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
 *   ERR_VELOCY_BAD_MULTIPART, status 400 or 415; ERR_VELOCY_PART_LIMIT and
 *   ERR_VELOCY_BODY_TOO_LARGE, status 413; ERR_VELOCY_BODY_TIMEOUT, status
 *   408; ERR_VELOCY_BAD_OPTION
 */
export async function* multipart(req, limits) {
  const { bodyLimit } = req.limits
  const announced = Number(req.headers['content-length'])
  if (announced > bodyLimit) throw tooLarge(bodyLimit)
  const parser = parseMultipart(boundaryOf(req.headers))
  const events = eventsOf(req, parser, new PartCounter(limits))
  /** @type {string[]} those that are saved */
  const files = []
  unfinished.add(files)
  let isWhole = false
  try {
    for await (const event of events) {
      if (event instanceof Error) throw event
      if (event === null || Buffer.isBuffer(event)) continue
      const part = new Part(event, events, files)
      yield part
      part.leave()
    }
    isWhole = true
  } finally {
    if (!isWhole) cut(req, used())
    await settle(files, isWhole)
  }
}

/**
 * @param {Request} req
 * @param {Parser} parser
 * @param {PartCounter} counter
 * @returns {AsyncGenerator<PartEvent | Error, void>} An error comes again and
 *   again: a handler that has caught it must not take half a file for a whole
 *   one.
 */
async function* eventsOf(req, parser, counter) {
  const pieces = req[Symbol.asyncIterator]()
  try {
    let { value: event, done } = parser.next()
    while (!done) {
      let piece
      if (event === undefined) piece = await nextPiece(req, pieces)
      else yield counter.count(event)
      ;({ value: event, done } = parser.next(piece))
    }
  } catch (error) {
    for (;;) yield/** @type {Error} */ (error)
  }
}

/**
 * @param {Request} req
 * @param {AsyncIterator<Buffer>} pieces of its body
 * @returns {Promise<Buffer | undefined>} undefined: that was the last
 */
async function nextPiece(req, pieces) {
  const { bodyTimeout: time } = req.limits
  const stall = () => cut(req, stalled(time))
  const timer = time > 0 ? setTimeout(stall, time) : undefined
  try {
    const { value } = await pieces.next()
    return value
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Ends the stream of a body. Its answer can still be sent.
 *
 * @param {Request} req
 * @param {Error} error
 */
function cut(req, error) {
  Object.assign(req, { socket: null })
  req.destroy(error)
}

/** @param {number} time in ms */
const stalled = (time) =>
  new VelocyError(
    'ERR_VELOCY_BODY_TIMEOUT',
    `Nothing more of the request body received for ${time} ms`,
    { status: 408, headers: { connection: 'close' } },
  )

/** The files of forms that are being read. @type {Set<string[]>} */
const unfinished = new Set()
// They end with the process.
process.on('exit', () => {
  for (const file of [...unfinished].flat()) rmSync(file, { force: true })
})

/** @param {string[]} files @param {boolean} isWhole whether they may stay */
async function settle(files, isWhole) {
  for (const file of isWhole ? [] : files) await rm(file, { force: true })
  unfinished.delete(files)
}
