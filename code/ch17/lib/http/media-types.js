import { VelocyError } from '../common/errors.js'
import { isToken, parseParameters, quote } from './fields.js'

/**
 * By the end of a file's name. Text says how it is encoded; JSON does not,
 * because it is always UTF-8 (RFC 8259 §8.1).
 */
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.xml', 'application/xml'],
  ['.pdf', 'application/pdf'],
  ['.zip', 'application/zip'],
  ['.gz', 'application/gzip'],
  ['.wasm', 'application/wasm'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/vnd.microsoft.icon'],
  ['.woff2', 'font/woff2'],
  ['.mp3', 'audio/mpeg'],
  ['.mp4', 'video/mp4'],
])

/**
 * @param {string} path of a file
 * @returns {string} the value of Content-Type; `application/octet-stream`,
 *   bytes of no known meaning, where the extension is not known
 */
export function mediaTypeOf(path) {
  const extension = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1].toLowerCase()
  return TYPES.get(extension ?? '') ?? 'application/octet-stream'
}

/**
 * @typedef {object} MediaType
 * @property {string} type in lower case, such as `text`
 * @property {string} subtype in lower case, such as `html`
 * @property {Map<string, string>} parameters names in lower case
 */

/**
 * @param {string} text such as `text/html; charset=utf-8` (RFC 9110 §8.3.1)
 * @returns {MediaType | null} null when it is malformed
 */
export function parseMediaType(text) {
  const parsed = parseParameters(text)
  if (parsed === null) return null
  const [type, subtype, ...rest] = parsed.value.toLowerCase().split('/')
  if (rest.length > 0 || !isToken(type) || !isToken(subtype ?? '')) return null
  return { type, subtype, parameters: parsed.parameters }
}

/**
 * @param {MediaType} mediaType
 * @returns {string}
 */
export function formatMediaType({ type, subtype, parameters }) {
  const pairs = [...parameters].map(
    ([name, value]) => `; ${name}=${quote(value)}`,
  )
  return `${type}/${subtype}${pairs.join('')}`
}

/** Such as `application/json`, `text/*`, and `+json`. */
const RANGE = /^(?:[^/;\s]+\/|\+)[^/;\s]+$/

/**
 * Which of some ranges a Content-Type is in.
 *
 * @template {string} T
 * @param {string | undefined} field
 * @param {readonly T[]} ranges such as `application/json`, `text/*` and `+json`,
 *   which is every type that is written in JSON (RFC 6839); a parameter makes
 *   no difference
 * @returns {T | null} the first; null when there is none, or no such field
 * @throws {VelocyError} ERR_VELOCY_BAD_MEDIA_TYPE when a range is none
 */
export function rangeOf(field, ranges) {
  for (const range of ranges) {
    if (typeof range !== 'string' || !RANGE.test(range)) throw badRange(range)
  }
  const mediaType = field === undefined ? null : parseMediaType(field)
  if (mediaType === null) return null
  const { type, subtype } = mediaType
  const names = [`${type}/${subtype}`, `${type}/*`, '*/*']
  return (
    ranges.find((range) => {
      const name = range.toLowerCase()
      return name.startsWith('+')
        ? subtype.endsWith(name)
        : names.includes(name)
    }) ?? null
  )
}

/** @param {unknown} range */
function badRange(range) {
  return new VelocyError(
    'ERR_VELOCY_BAD_MEDIA_TYPE',
    `got ${JSON.stringify(range)}, expected a media type, text/* or +json`,
  )
}
