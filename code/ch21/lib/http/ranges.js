import { split } from './fields.js'

/** How many ranges one request may ask for. */
export const MAX_RANGES = 16

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
export function parseRanges(field, size) {
  const [, list = ''] = /^bytes=(.*)$/i.exec(field) ?? []
  const specs = split(list, ',')
  if (specs.length === 0) return null
  if (specs.length > MAX_RANGES) return null
  const ranges = []
  let total = 0
  for (const spec of specs) {
    const range = rangeOf(spec, size)
    if (range === null) return null
    if (range.start >= range.end) continue
    ranges.push(range)
    total += range.end - range.start
  }
  // Those that overlap could ask for more than there is.
  if (total > size) return null
  return ranges
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
export const contentRange = ({ start, end }, size) =>
  `bytes ${start}-${end - 1}/${size}`
