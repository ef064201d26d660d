import { formatHttpDate, parseHttpDate } from './dates.js'
import { fieldOf, trimWhitespace } from './fields.js'

/** @import { RequestHeaders } from './fields.js' */

/**
 * @typedef {object} EntityTag
 * @property {boolean} isWeak
 * @property {string} opaque with its quotes
 */

/**
 * A tag with the commas and spaces around it, empty list elements included
 * (RFC 9110 §5.6.1.2). A tag is not a quoted string: its backslashes are
 * ordinary characters.
 */
const ELEMENT =
  /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/y

/**
 * @param {string} field a list of entity tags (RFC 9110 §8.8.3)
 * @returns {EntityTag[]} empty when the list is malformed, so that it matches
 *   nothing
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
 * @returns {boolean} whether the bytes are the same (RFC 9110 §8.8.3.2)
 */
export const matchesStrongly = (a, b) =>
  !a.isWeak && !b.isWeak && a.opaque === b.opaque

/**
 * @param {EntityTag} a
 * @param {EntityTag} b
 * @returns {boolean} whether the content is the same
 */
export const matchesWeakly = (a, b) => a.opaque === b.opaque

/**
 * @typedef {object} Current the current state of the resource
 * @property {string} [etag] as it is sent
 * @property {number} [lastModified] ms
 * @property {boolean} [exists] false if the resource does not exist yet
 */

/**
 * Evaluates the preconditions of a request in the order of RFC 9110 §13.2.2.
 * Call it only if the response would otherwise be a success. It ignores
 * If-Range.
 *
 * @param {string} method
 * @param {RequestHeaders} headers
 * @param {Current} current
 * @returns {'ok' | 304 | 412}
 */
export function evaluateConditions(method, headers, current) {
  // They neither select nor change a representation (§13.2.1).
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
 * @param {string} field tags, or `*`, which matches anything
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
 * @returns {boolean | null} whether it was modified after that date; null if
 *   there is nothing to compare, and the condition must be ignored
 */
function isModified(headers, name, { lastModified, exists = true }) {
  const field = fieldOf(headers, name)
  if (field === undefined || lastModified === undefined || !exists) return null
  const date = parseHttpDate(field)
  if (date === null) return null
  // Last-Modified was sent in whole seconds.
  return Math.floor(lastModified / 1000) * 1000 > date
}

/**
 * A strong entity tag (RFC 9110 §8.8.3): other bytes have another one.
 *
 * @param {string | Uint8Array} body
 * @returns {string} with its quotes
 */
export function etagOf(body) {
  // Loaded here, because few programs need it.
  const { hash } = process.getBuiltinModule('node:crypto')
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
}

/** How long the clock of a file system may stand still, in ms: FAT's does. */
const TICK = 2000

/** Older dates are made up, by npm, zip, Nix and others, to be reproducible. */
const MADE_UP = Date.UTC(2001)

/**
 * What tells versions of a file apart.
 *
 * @param {import('node:fs').Stats} stats
 * @param {number} [now] ms
 * @returns {{ etag?: string, 'last-modified'?: string }} nothing as long as
 *   another change could look the same, and for a date in the future
 */
export function validatorsOf({ size, mtimeMs, ctimeMs }, now = Date.now()) {
  const time = mtimeMs < MADE_UP ? ctimeMs : mtimeMs
  if (now - time < TICK) return {}
  // In microseconds, which is what there is in a number of this size.
  const version = Math.floor(time * 1000).toString(36)
  return {
    etag: `"${size.toString(36)}-${version}"`,
    'last-modified': formatHttpDate(time),
  }
}
