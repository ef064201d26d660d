/**
 * @typedef {object} Answer a response, not tied to any server
 * @property {number} status
 * @property {Record<string, string | number>} headers names in lower case
 * @property {string} body
 */

const TEXTS = new Map([
  ['/hey', 'hey'],
  ['/hell', 'hell'],
  ['/hello', 'hello'],
  ['/about', 'about'],
])
const BENCH = /^\/bench\/([^/]+)$/

/**
 * Answers a request.
 *
 * @param {string} method
 * @param {string} target the request target as sent (RFC 9112 §3.2)
 * @returns {Answer}
 */
export function answer(method, target) {
  const [path, query = ''] = splitTarget(target)
  const body = TEXTS.get(path)
  const name = BENCH.exec(path)?.[1]
  if (body === undefined && name === undefined) return text(404, 'Not Found')
  if (method !== 'GET' && method !== 'HEAD') {
    return text(405, 'Method Not Allowed', { allow: 'GET, HEAD' })
  }
  return body === undefined ? bench(name ?? '', query) : text(200, body)
}

/**
 * @param {string} target `/hello?a=1`, or `http://host/hello?a=1`, which a
 *   server must accept too (RFC 9112 §3.2.2)
 * @returns {[path: string, query?: string]}
 */
function splitTarget(target) {
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0] ?? ''
  const local = target.slice(origin.length)
  const queryStart = local.indexOf('?')
  if (queryStart === -1) return [local]
  return [local.slice(0, queryStart), local.slice(queryStart + 1)]
}

/**
 * @param {string} segment
 * @param {string} query
 * @returns {Answer}
 */
function bench(segment, query) {
  const name = decode(segment)
  if (name === null) return text(400, 'Bad Request')
  const id = new URLSearchParams(query).get('id')
  const body = JSON.stringify({ name, id })
  const headers = {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return { status: 200, headers, body }
}

/**
 * Percent-decodes one segment of a path (RFC 3986 §2.1).
 *
 * @param {string} segment
 * @returns {string | null} null when an escape is malformed
 */
function decode(segment) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * @param {number} status
 * @param {string} body
 * @param {Record<string, string>} [extra] more header fields
 * @returns {Answer}
 */
export function text(status, body, extra = {}) {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    // The length is in bytes, which is not the length of the string.
    'content-length': Buffer.byteLength(body),
    ...extra,
  }
  return { status, headers, body }
}
