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
 * @param {string} type the value of Content-Type
 * @returns {boolean} whether such bodies get smaller when they are compressed:
 *   other formats are compressed already
 */
export const isCompressible = (type) =>
  /^text\/|[/+-](?:json|ndjson|xml|javascript|wasm|otf|ttf)\b/i.test(type)

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
