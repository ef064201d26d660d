import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { VelocyError } from '../common/errors.js'
import { checkOptions, integer } from '../common/options.js'
import { tooLarge } from '../http/body.js'
import { boundaryOf, parseMultipart } from '../http/multipart.js'
import { Part, used } from './part.js'

/** @import { Request } from '../app/request.js' */
/** @import { Parser, PartEvent } from '../http/multipart.js' */

/** The files of forms that are being read. @type {Set<string[]>} */
const unfinished = new Set()
// They end with the process.
process.on('exit', () => {
  for (const file of [...unfinished].flat()) rmSync(file, { force: true })
})

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
  const announced = Number(req.headers['content-length'])
  if (announced > req.limits.bodyLimit) throw tooLarge(req.limits.bodyLimit)
  const parser = parseMultipart(boundaryOf(req.headers))
  const events = eventsOf(req, parser, counterOf(limits))
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
    for (const file of isWhole ? [] : files) await rm(file, { force: true })
    unfinished.delete(files)
  }
}

/**
 * @param {Request} req
 * @param {Parser} parser
 * @param {(event: PartEvent) => PartEvent} count
 * @returns {AsyncGenerator<PartEvent | Error, void>} An error comes again and
 *   again: a handler that has caught it must not take half a file for a whole
 *   one.
 */
async function* eventsOf(req, parser, count) {
  const pieces = req[Symbol.asyncIterator]()
  try {
    let { value: event, done } = parser.next()
    while (!done) {
      let piece
      if (event === undefined) piece = (await nextPiece(req, pieces)).value
      else yield count(event)
      ;({ value: event, done } = parser.next(piece))
    }
  } catch (error) {
    for (;;) yield/** @type {Error} */ (error)
  }
}

/**
 * @param {Request} req
 * @param {AsyncIterator<Buffer>} pieces of its body
 */
function nextPiece(req, pieces) {
  const { bodyTimeout: time } = req.limits
  const stall = () => {
    const message = `Nothing more of the request body received for ${time} ms`
    const options = { status: 408, headers: { connection: 'close' } }
    cut(req, new VelocyError('ERR_VELOCY_BODY_TIMEOUT', message, options))
  }
  const timer = time > 0 ? setTimeout(stall, time) : undefined
  return pieces.next().finally(() => clearTimeout(timer))
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

/**
 * @typedef {object} PartLimits
 * @property {number} [files] How many there may be. Default: 10.
 * @property {number} [fields] How many parts without a file. Default: 100.
 * @property {number} [fileSize] Largest file, in bytes. Default: Infinity.
 * @property {number} [fieldSize] Largest field, in bytes. Default: 64 KiB.
 */
const USUAL = { files: 10, fields: 100, fileSize: Infinity, fieldSize: 65_536 }
const LIMIT = integer(0, Infinity)
const RULES = { files: LIMIT, fields: LIMIT, fileSize: LIMIT, fieldSize: LIMIT }

/**
 * Counts what a form consists of.
 *
 * @param {PartLimits} [limits]
 * @returns {(event: PartEvent) => PartEvent} gives back the same
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
function counterOf(limits) {
  const most = { ...USUAL, ...checkOptions('multipart', limits, RULES) }
  const counts = { files: 0, fields: 0, fileSize: 0, fieldSize: 0 }
  let isFile = false
  /**
   * @param {keyof PartLimits} name
   * @param {number} count
   * @throws {VelocyError} ERR_VELOCY_PART_LIMIT, status 413
   */
  const add = (name, count) => {
    counts[name] += count
    if (counts[name] <= most[name]) return
    const message = `Form exceeds the limit ${name} of ${most[name]}`
    throw new VelocyError('ERR_VELOCY_PART_LIMIT', message, { status: 413 })
  }
  return (event) => {
    if (Buffer.isBuffer(event)) {
      add(isFile ? 'fileSize' : 'fieldSize', event.length)
    } else if (event !== null) {
      isFile = event.filename !== undefined
      add(isFile ? 'files' : 'fields', 1)
      counts.fileSize = counts.fieldSize = 0
    }
    return event
  }
}
