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
 * @property {(Range | string)[]} pieces of the file, and text between them
 * @property {Record<string, string>} [fields]
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
  const whole = { status: 200, pieces: [{ start: 0, end: size }] }
  const { method = '', headers } = res.req
  const etag = res.getHeader('etag')?.toString()
  const modified = res.getHeader('last-modified')?.toString() ?? ''
  const lastModified = parseHttpDate(modified) ?? undefined
  const outcome = evaluateConditions(method, headers, { etag, lastModified })
  if (outcome === 304) return { status: 304, pieces: [] }
  if (outcome === 412) throw failed()
  const range = fieldOf(headers, 'range')
  const isWanted = method === 'GET' && range !== undefined
  if (!isWanted || isOutdated(headers, etag)) return whole
  const ranges = parseRanges(range, size)
  if (ranges === null) return whole
  if (ranges.length === 0) throw unsatisfiable(range, size)
  if (ranges.length > 1) return severalOf(ranges, size, res)
  const fields = { 'content-range': contentRange(ranges[0], size) }
  return { status: 206, pieces: ranges, fields }
}

/**
 * Whether the client has parts of another version (RFC 9110 §13.1.5). A date
 * does not tell versions of the same second apart.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} [etag] current
 */
function isOutdated(headers, etag) {
  const tag = fieldOf(headers, 'if-range')
  return tag !== undefined && (tag !== etag || tag.startsWith('W/'))
}

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
  return {
    status: 206,
    pieces: [...pieces, `\r\n--${boundary}--\r\n`],
    fields: { 'content-type': `multipart/byteranges; boundary=${boundary}` },
  }
}

const failed = () =>
  new VelocyError(
    'ERR_VELOCY_PRECONDITION',
    'The file is not in the state that If-Match or If-Unmodified-Since expects',
    { status: 412 },
  )

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
 * @param {(Range | string)[]} pieces
 * @returns {number} in bytes
 */
export const lengthOf = (pieces) =>
  pieces.reduce(
    (sum, piece) =>
      sum +
      (typeof piece === 'string' ? piece.length : piece.end - piece.start),
    0,
  )
