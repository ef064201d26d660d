import { randomUUID } from 'node:crypto'
import { VelocyError } from '../common/errors.js'
import { evaluateConditions } from './conditions.js'
import { parseHttpDate } from './dates.js'
import { fieldOf, split } from './fields.js'

/** @import { ServerResponse } from 'node:http' */

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
  const { method = '', headers } = res.req
  const modified = res.getHeader('last-modified')?.toString() ?? ''
  const outcome = evaluateConditions(method, headers, {
    etag: res.getHeader('etag')?.toString(),
    lastModified: parseHttpDate(modified) ?? undefined,
  })
  if (outcome === 304) {
    // Of a body that is not sent, only the version is told (RFC 9110 §15.4.5).
    res.removeHeader('content-type')
    return { status: 304, fields: {}, pieces: [] }
  }
  if (outcome === 412) {
    const message = 'The file is not as If-Match or If-Unmodified-Since expects'
    throw new VelocyError('ERR_VELOCY_PRECONDITION', message, { status: 412 })
  }
  const part = partFor(res, size)
  if (part !== null) return part
  const pieces = [{ start: 0, end: size }]
  return { status: 200, fields: { 'content-length': size }, pieces }
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
 * @param {ServerResponse} res
 * @param {number} size
 * @returns {FileAnswer | null} null: the client gets the whole
 */
function partFor(res, size) {
  if (!res.hasHeader('accept-ranges')) res.setHeader('accept-ranges', 'bytes')
  const { method, headers: asked } = res.req
  const field = fieldOf(asked, 'range')
  // Only a GET has parts (RFC 9110 §14.2).
  if (field === undefined || method !== 'GET' || isOutdated(res)) return null
  const ranges = parseRanges(field, size)
  if (ranges === null) return null
  if (ranges.length === 0) {
    const message = `No part of ${size} bytes: got Range ${JSON.stringify(field)}`
    const headers = { 'content-range': `bytes */${size}` }
    throw new VelocyError('ERR_VELOCY_RANGE', message, { status: 416, headers })
  }
  if (ranges.length > 1) return severalOf(ranges, size, res)
  const [{ start, end }] = ranges
  const range = contentRange(ranges[0], size)
  const fields = { 'content-range': range, 'content-length': end - start }
  return { status: 206, fields, pieces: ranges }
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
  const partType = res.getHeader('content-type')
  const pieces = ranges.flatMap((range) => [
    `\r\n--${boundary}\r\nContent-Type: ${partType}\r\n` +
      `Content-Range: ${contentRange(range, size)}\r\n\r\n`,
    range,
  ])
  pieces.push(`\r\n--${boundary}--\r\n`)
  const type = `multipart/byteranges; boundary=${boundary}`
  return { status: 206, fields: { 'content-type': type }, pieces }
}

/** How many ranges one request may ask for. */
const MAX_RANGES = 16

/**
 * @typedef {object} Range
 * @property {number} start of its first byte, from 0
 * @property {number} end behind its last byte
 */

/**
 * Reads the field Range (RFC 9110 §14.2).
 *
 * @param {string} field such as `bytes=0-99,200-`
 * @param {number} size of the whole, in bytes
 * @returns {Range[] | null} those that exist, in the order of the request: if
 *   there are none, the answer is a 416. null: the field has another unit, is
 *   malformed, or asks for too much, so that the whole is sent
 */
function parseRanges(field, size) {
  const [, list = ''] = /^bytes=(.*)$/i.exec(field) ?? []
  const specs = split(list, ',')
  if (specs.length === 0) return null
  if (specs.length > MAX_RANGES) return null
  const ranges = specs.map((spec) => rangeOf(spec, size))
  if (!ranges.every((range) => range !== null)) return null
  const existing = ranges.filter(({ start, end }) => start < end)
  // Those that overlap could ask for more than there is.
  const total = existing.reduce((sum, { start, end }) => sum + end - start, 0)
  if (total > size) return null
  return existing
}

/**
 * @param {string} spec such as `0-99`, `200-`, or `-100` for the last 100 bytes
 * @param {number} size
 * @returns {Range | null} empty if none of it exists; null if it is malformed
 */
function rangeOf(spec, size) {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? []
  if (first === '') {
    if (last === '') return null
    return { start: Math.max(0, size - Number(last)), end: size }
  }
  if (last === '') return { start: Number(first), end: size }
  if (Number(last) < Number(first)) return null
  return { start: Number(first), end: Math.min(Number(last) + 1, size) }
}

/**
 * @param {Range} range
 * @param {number} size
 * @returns {string} the value of Content-Range (RFC 9110 §14.4)
 */
const contentRange = ({ start, end }, size) =>
  `bytes ${start}-${end - 1}/${size}`
