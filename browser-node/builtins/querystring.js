/** node:querystring. */
import { Buffer } from './buffer.js'

/** Characters that stay as they are. */
const SAFE = /[^A-Za-z0-9\-_.!~*'()]/

/**
 * @param {any} text
 * @returns {string} percent-encoded
 * @throws {URIError} ERR_INVALID_URI, for half of a character
 */
function encode(text) {
  const value =
    typeof text === 'string' || typeof text === 'object'
      ? String(text)
      : `${text}`
  if (!SAFE.test(value)) return value
  try {
    return encodeURIComponent(value)
  } catch {
    const error = new URIError('URI malformed')
    throw Object.assign(error, { code: 'ERR_INVALID_URI' })
  }
}

/**
 * @param {string} text
 * @returns {Buffer} with `%zz` and the like left as they are
 */
export function unescapeBuffer(text) {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** @param {string} text @returns {string} */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return unescapeBuffer(text).toString()
  }
}

/** @param {unknown} value */
function textOf(value) {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : ''
  const isSimple = typeof value === 'bigint' || typeof value === 'boolean'
  return isSimple ? `${value}` : ''
}

/**
 * @param {any} object
 * @param {string | null} [separator] &
 * @param {string | null} [equals] =
 * @param {{ encodeURIComponent?: (text: string) => string } | null} [options]
 * @returns {string}
 */
export function stringify(object, separator, equals, options) {
  if (typeof object !== 'object' || object === null) return ''
  const write = options?.encodeURIComponent ?? querystring.escape
  const code = (/** @type {unknown} */ value) => write(textOf(value))
  return Object.keys(object)
    .flatMap((key) =>
      [object[key]]
        .flat()
        .map((value) => code(key) + (equals || '=') + code(value)),
    )
    .join(separator || '&')
}

/**
 * @param {string} text
 * @param {string | null} [separator] &
 * @param {string | null} [equals] =
 * @param {{ maxKeys?: number,
 *   decodeURIComponent?: (text: string) => string } | null} [options]
 * @returns {Record<string, string | string[]>} without a prototype
 */
export function parse(text, separator, equals, options) {
  /** @type {Record<string, any>} */
  const result = Object.create(null)
  if (typeof text !== 'string' || text === '') return result
  const maxKeys = options?.maxKeys ?? 1000
  const read = options?.decodeURIComponent ?? querystring.unescape
  const plain = (/** @type {string} */ part) => {
    const spaced = part.replaceAll('+', ' ')
    try {
      return read(spaced)
    } catch {
      return decode(spaced)
    }
  }
  const mark = equals || '='
  const pairs = text.split(separator || '&').filter((pair) => pair !== '')
  for (const pair of maxKeys > 0 ? pairs.slice(0, maxKeys) : pairs) {
    const place = pair.indexOf(mark)
    const key = plain(place === -1 ? pair : pair.slice(0, place))
    const value = place === -1 ? '' : plain(pair.slice(place + mark.length))
    const before = result[key]
    if (before === undefined) result[key] = value
    else if (Array.isArray(before)) before.push(value)
    else result[key] = [before, value]
  }
  return result
}

/** Those that a program may replace are called through it. */
const querystring = {
  decode: parse,
  encode: stringify,
  escape: encode,
  parse,
  stringify,
  unescape: decode,
  unescapeBuffer,
}

export {
  decode as unescape,
  encode as escape,
  parse as decode,
  querystring as default,
  stringify as encode,
}
