import { randomUUID } from 'node:crypto'
import { VelocyError } from '../common/errors.js'
import { evaluateConditions } from './conditions.js'
import { parseHttpDate } from './dates.js'
import { fieldOf } from './fields.js'
import { contentRange, parseRanges } from './ranges.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Range } from './ranges.js' */

/**
 * @typedef {object} FileAnswer
 * @property {number} status
 * @property {Record<string, string | number>} fields
 * @property {(Range | string)[]} pieces of the file, and text between them
 */

/**
 * Decides what the client gets of a file.
 *
 * @param {ServerResponse} res with the fields of an answer with all of it
 * @param {number} size of the file, in bytes
 * @returns {FileAnswer}
 * @throws {VelocyError} ERR_VELOCY_PRECONDITION, status 412;
 *   ERR_VELOCY_RANGE, status 416
 */
export function answerFor(res, size) {
  const outcome = outcomeOf(res)
  if (outcome === 304) return notModified(res)
  if (outcome === 412) throw failed()
  const part = partFor(res, size)
  if (part !== null) return part
  const pieces = [{ start: 0, end: size }]
  return { status: 200, fields: { 'content-length': size }, pieces }
}

/** @param {ServerResponse} res */
function outcomeOf(res) {
  const { method = '', headers } = res.req
  const modified = res.getHeader('last-modified')?.toString() ?? ''
  return evaluateConditions(method, headers, {
    etag: res.getHeader('etag')?.toString(),
    lastModified: parseHttpDate(modified) ?? undefined,
  })
}

/**
 * @param {ServerResponse} res
 * @returns {FileAnswer}
 */
function notModified(res) {
  // Of a body that is not sent, only the version is told (RFC 9110 §15.4.5).
  res.removeHeader('content-type')
  return { status: 304, fields: {}, pieces: [] }
}

const failed = () =>
  new VelocyError(
    'ERR_VELOCY_PRECONDITION',
    'The file is not in the state that If-Match or If-Unmodified-Since expects',
    { status: 412 },
  )

/**
 * @param {ServerResponse} res
 * @param {number} size
 * @returns {FileAnswer | null} null: the client gets the whole
 */
function partFor(res, size) {
  const { method, headers } = res.req
  const field = fieldOf(headers, 'range')
  // Only a GET has parts (RFC 9110 §14.2).
  if (field === undefined || method !== 'GET' || isOutdated(res)) return null
  const ranges = parseRanges(field, size)
  if (ranges === null) return null
  if (ranges.length === 0) throw unsatisfiable(field, size)
  if (ranges.length > 1) return severalOf(ranges, size, res)
  const [{ start, end }] = ranges
  const range = contentRange(ranges[0], size)
  const fields = { 'content-range': range, 'content-length': end - start }
  return { status: 206, fields, pieces: ranges }
}

/**
 * Whether the client has parts of another version (RFC 9110 §13.1.5). A date
 * does not tell versions of the same second apart.
 *
 * @param {ServerResponse} res
 */
function isOutdated(res) {
  const tag = fieldOf(res.req.headers, 'if-range')
  if (tag === undefined) return false
  return tag !== res.getHeader('etag') || tag.startsWith('W/')
}

/**
 * @param {string} got
 * @param {number} size
 */
const unsatisfiable = (got, size) =>
  new VelocyError(
    'ERR_VELOCY_RANGE',
    `Range: got ${JSON.stringify(got)}, expected a part of ${size} bytes`,
    { status: 416, headers: { 'content-range': `bytes */${size}` } },
  )

/**
 * Several ranges in one body (RFC 9110 §14.6).
 *
 * @param {Range[]} ranges
 * @param {number} size
 * @param {ServerResponse} res
 * @returns {FileAnswer}
 */
function severalOf(ranges, size, res) {
  const boundary = randomUUID()
  const type = res.getHeader('content-type')
  const pieces = ranges.flatMap((range) => [
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\n` +
      `Content-Range: ${contentRange(range, size)}\r\n\r\n`,
    range,
  ])
  pieces.push(`\r\n--${boundary}--\r\n`)
  const fields = {
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
  }
  return { status: 206, fields, pieces }
}

/** @param {Range | string} piece @returns {number} in bytes */
const lengthOf = (piece) =>
  typeof piece === 'string' ? piece.length : piece.end - piece.start
