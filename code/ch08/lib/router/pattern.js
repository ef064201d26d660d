import { VelocyError } from '../common/errors.js'
import { normalizePath } from './path.js'

/**
 * A segment of a pattern, which is what stands between two slashes.
 *
 * @typedef {{ kind: 'static', text: string }
 *   | { kind: 'parameter', name: string }} Segment
 */

/**
 * Reads the path of a route: `/users/:id/posts`.
 *
 * @param {string} path
 * @returns {Segment[]}
 * @throws {VelocyError} ERR_VELOCY_BAD_PATTERN
 */
export function parsePattern(path) {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw bad(path, 'expected a path that begins with "/"')
  }
  const texts = path.slice(1).split('/')
  const segments = texts.map((text) => parseSegment(text, path))
  const names = namesOf(segments)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw bad(path, `expected each name once, got "${twice}" twice`)
  return segments
}

/**
 * @param {Segment[]} segments
 * @returns {string[]} the names of the parameters, from left to right
 */
export const namesOf = (segments) =>
  segments.flatMap((segment) =>
    segment.kind === 'static' ? [] : [segment.name],
  )

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * @param {string} text
 * @param {string} path that it is a part of
 * @returns {Segment}
 */
function parseSegment(text, path) {
  const name = text.slice(1)
  if (text.startsWith(':') && NAME.test(name)) {
    return { kind: 'parameter', name }
  }
  if (/[:*]/.test(text)) {
    throw bad(
      path,
      `"${text}" is no segment: expected text or :name; ` +
        'a literal colon is written %3A, a literal asterisk %2A',
    )
  }
  return { kind: 'static', text: normalText(text, path) }
}

/**
 * @param {unknown} path
 * @param {string} message
 */
function bad(path, message) {
  const got = typeof path === 'string' ? JSON.stringify(path) : typeof path
  return new VelocyError(
    'ERR_VELOCY_BAD_PATTERN',
    `Bad route path: got ${got}, ${message}`,
  )
}

/**
 * @param {string} text
 * @param {string} path that it is a part of
 * @returns {string} in its normal form: `café` is `caf%C3%A9`, `%41` is `A`
 */
function normalText(text, path) {
  if (/[?#]/.test(text)) {
    throw bad(path, 'expected neither "?" nor "#": a path ends before them')
  }
  try {
    return normalizePath(text.replace(/[^!-~]+|\\/g, encodeURIComponent))
  } catch {
    throw bad(path, `"${text}" has a bad escape: expected %HH, of UTF-8 bytes`)
  }
}
