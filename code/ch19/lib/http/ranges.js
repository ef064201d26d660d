import { split } from './fields.js'

/** How many ranges one request may ask for. */
const MAX_RANGES = 16

/**
 * @typedef {object} Range
 * @property {number} start of the first byte, from 0
 * @property {number} end of the first byte behind it
 */

/**
 * Reads the field Range (RFC 9110 §14.2).
 *
 * @param {string} field such as `bytes=0-99,200-`
 * @param {number} size of the whole, in bytes
 * @returns {Range[] | null} those that exist, in the order of the request; an
 *   empty list calls for a 416; null: ignore the field and send the whole,
 *   because it is malformed, has another unit, or asks for too much
 */
export function parseRanges(field, size) {
  const list = /^bytes=(.*)$/i.exec(field)?.[1]
  const specs = split(list ?? '', ',')
  if (specs.length === 0 || specs.length > MAX_RANGES) return null
  const ranges = []
  let length = 0
  for (const spec of specs) {
    const match = /^(\d*)-(\d*)$/.exec(spec)
    const range = match && rangeOf(match[1], match[2], size)
    if (!range) return null
    if (range.start >= range.end) continue
    ranges.push(range)
    length += range.end - range.start
  }
  // Ranges that overlap would make an answer larger than the file.
  return length > size ? null : ranges
}

/**
 * @param {string} first byte; empty: the last bytes are meant
 * @param {string} last byte, or how many of the last; empty: to the end
 * @param {number} size
 * @returns {Range | null} empty when nothing is there; null when it makes no
 *   sense
 */
function rangeOf(first, last, size) {
  if (first === '') {
    if (last === '') return null
    return { start: Math.max(0, size - Number(last)), end: size }
  }
  const start = Number(first)
  if (last === '') return { start, end: size }
  if (Number(last) < start) return null
  return { start, end: Math.min(Number(last) + 1, size) }
}
