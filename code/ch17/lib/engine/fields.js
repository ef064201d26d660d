const SPACE = 0x20
const TAB = 0x09

/**
 * @param {string} text lines of fields that a scan has taken
 * @returns {string[]} names as they were sent, and values, by turns: node:http's
 *   `rawHeaders`
 */
export function rawHeadersOf(text) {
  const raw = []
  for (let start = 0; start < text.length; ) {
    const colon = text.indexOf(':', start)
    const end = text.indexOf('\r\n', colon)
    raw.push(text.slice(start, colon), trimmed(text, colon + 1, end))
    start = end + 2
  }
  return raw
}

/**
 * Without the whitespace around it. A regular expression would try each space
 * of a long run again and again.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function trimmed(text, start, end) {
  while (start < end && isWhitespace(text.charCodeAt(start))) start++
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** @param {number} code */
const isWhitespace = (code) => code === SPACE || code === TAB

/** Of these the first counts, and node:http drops the others. */
const SINGLE = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

/**
 * @param {string} text lines of fields that a scan has taken
 * @returns {Record<string, any>} node:http's `headers`: a string for each name,
 *   in lower case; an array for Set-Cookie
 */
export function headersOf(text) {
  /** @type {Record<string, any>} */
  const headers = {}
  const raw = rawHeadersOf(text)
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    const value = raw[i + 1]
    if (name === 'set-cookie') {
      headers[name] ??= []
      headers[name].push(value)
    } else if (!Object.hasOwn(headers, name)) headers[name] = value
    else if (!SINGLE.has(name)) {
      headers[name] += `${name === 'cookie' ? '; ' : ', '}${value}`
    }
  }
  return headers
}

/**
 * @param {string} text lines of fields that a scan has taken
 * @returns {Record<string, string[]>} node:http's `headersDistinct`: all values
 *   of each name
 */
export function distinctOf(text) {
  const distinct = Object.create(null)
  const raw = rawHeadersOf(text)
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    distinct[name] ??= []
    distinct[name].push(raw[i + 1])
  }
  return distinct
}
