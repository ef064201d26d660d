import { parseHttpDate } from './dates.js'
import { fieldOf, trimWhitespace } from './fields.js'

/** @import { RequestHeaders } from './fields.js' */

/**
 * @typedef {object} EntityTag
 * @property {boolean} isWeak
 * @property {string} opaque with its quotes
 */

/**
 * A tag, and what stands around it: a comma or the end, and any number of
 * empty elements (RFC 9110 §5.6.1.2). A tag is not a quoted string, so in it a
 * backslash is a character like any other.
 */
const ELEMENT =
  /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/y

/**
 * @param {string} field a list of entity tags (RFC 9110 §8.8.3)
 * @returns {EntityTag[]} none, when one of them is malformed: a list that we
 *   cannot read matches nothing
 */
export function parseEntityTags(field) {
  const tags = []
  ELEMENT.lastIndex = 0
  while (ELEMENT.lastIndex < field.length) {
    const match = ELEMENT.exec(field)
    if (!match) return []
    tags.push({ isWeak: match[1] !== undefined, opaque: match[2] })
  }
  return tags
}

/**
 * @param {EntityTag} a
 * @param {EntityTag} b
 * @returns {boolean} whether they stand for the same bytes (RFC 9110 §8.8.3.2)
 */
export const matchesStrongly = (a, b) =>
  !a.isWeak && !b.isWeak && a.opaque === b.opaque

/**
 * @param {EntityTag} a
 * @param {EntityTag} b
 * @returns {boolean} whether they stand for the same content
 */
export const matchesWeakly = (a, b) => a.opaque === b.opaque

/**
 * @typedef {object} Current what is there now
 * @property {string} [etag] as it is sent
 * @property {number} [lastModified] ms
 * @property {boolean} [exists] false when nothing is there yet
 */

/**
 * Evaluates the preconditions of a request in the order of RFC 9110 §13.2.2.
 * Only ask when the answer would otherwise be a success. If-Range is left to
 * the code that answers ranges.
 *
 * @param {string} method
 * @param {RequestHeaders} headers names in
 *   lower case
 * @param {Current} current
 * @returns {'ok' | 304 | 412}
 */
export function evaluateConditions(method, headers, current) {
  // Those that neither select nor change a representation have none (§13.2.1).
  if (IGNORING.has(method)) return 'ok'
  const isRead = method === 'GET' || method === 'HEAD'
  const ifMatch = fieldOf(headers, 'if-match')
  const ifNoneMatch = fieldOf(headers, 'if-none-match')
  if (ifMatch !== undefined) {
    if (!isListed(ifMatch, current, matchesStrongly)) return 412
  } else if (isModified(headers, 'if-unmodified-since', current) === true) {
    return 412
  }
  if (ifNoneMatch !== undefined) {
    if (isListed(ifNoneMatch, current, matchesWeakly)) return isRead ? 304 : 412
  } else if (
    isRead &&
    isModified(headers, 'if-modified-since', current) === false
  ) {
    return 304
  }
  return 'ok'
}

const IGNORING = new Set(['CONNECT', 'OPTIONS', 'TRACE'])

/**
 * @param {string} field tags, or `*`, which is whatever is there
 * @param {Current} current
 * @param {(a: EntityTag, b: EntityTag) => boolean} matches
 * @returns {boolean}
 */
function isListed(field, { etag, exists = true }, matches) {
  if (!exists) return false
  if (trimWhitespace(field) === '*') return true
  const [tag] = parseEntityTags(etag ?? '')
  return (
    tag !== undefined &&
    parseEntityTags(field).some((listed) => matches(listed, tag))
  )
}

/**
 * @param {RequestHeaders} headers
 * @param {string} name of a field with a date
 * @param {Current} current
 * @returns {boolean | null} whether it was modified after that date; null
 *   when there is nothing to compare, and the field is to be ignored
 */
function isModified(headers, name, { lastModified, exists = true }) {
  const field = fieldOf(headers, name)
  if (field === undefined || lastModified === undefined || !exists) return null
  const date = parseHttpDate(field)
  if (date === null) return null
  // What was sent was in whole seconds.
  return Math.floor(lastModified / 1000) * 1000 > date
}
