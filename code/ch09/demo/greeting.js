import { createHash } from 'node:crypto'
import {
  addVary,
  allowHeader,
  evaluateConditions,
  fieldOf,
  formatHttpDate,
  preferredLanguage,
  preferredType,
} from '../lib/index.js'
import { text } from './answer.js'

/** @import { Answer } from './answer.js' */
/** @import { RequestHeaders } from '../lib/index.js' */

/** By language, the default first. */
const GREETINGS = new Map([
  ['en', 'Hello'],
  ['pt-BR', 'Olá'],
])

/** By media type, our favorite first. */
const FORMATS = new Map([
  [
    'text/plain; charset=utf-8',
    /** @param {string} greeting */
    (greeting) => `${greeting}\n`,
  ],
  [
    'text/html; charset=utf-8',
    /** @param {string} greeting @param {string} language */
    (greeting, language) =>
      `<!doctype html>\n<html lang="${language}">\n` +
      `<title>${greeting}</title>\n<p>${greeting}</p>\n</html>\n`,
  ],
  [
    'application/json',
    /** @param {string} greeting @param {string} language */
    (greeting, language) => `${JSON.stringify({ language, greeting })}\n`,
  ],
])

const LANGUAGES = [...GREETINGS.keys()]
const TYPES = [...FORMATS.keys()]
const LAST_MODIFIED = Date.UTC(2026, 0, 15, 12)
const ALLOW = allowHeader(['GET'])
const VARY = addVary(addVary(undefined, 'Accept'), 'Accept-Language')

/**
 * One resource with six representations.
 *
 * @param {string} method
 * @param {RequestHeaders} headers of the request
 * @returns {Answer}
 */
export function greeting(method, headers) {
  if (method === 'OPTIONS') {
    return { status: 204, headers: { allow: ALLOW }, body: '' }
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return text(405, 'Method Not Allowed', { allow: ALLOW })
  }
  const type = preferredType(fieldOf(headers, 'accept'), TYPES)
  if (type === null) {
    const alternatives = `Not Acceptable. There is:\n${TYPES.join('\n')}\n`
    return text(406, alternatives, { vary: VARY })
  }
  // Some language is better than a 406.
  const language =
    preferredLanguage(fieldOf(headers, 'accept-language'), LANGUAGES) ??
    LANGUAGES[0]
  return select(method, headers, representationOf(type, language))
}

/**
 * @typedef {object} Representation
 * @property {Buffer} body
 * @property {Record<string, string | number>} headers
 * @property {string} etag
 */

/** @type {Map<string, Representation>} */
const REPRESENTATIONS = new Map()

/**
 * @param {string} type
 * @param {string} language
 * @returns {Representation} made on first use, then kept
 */
function representationOf(type, language) {
  const key = `${type} ${language}`
  const known = REPRESENTATIONS.get(key)
  if (known) return known
  const format = FORMATS.get(type)
  const body = Buffer.from(
    format?.(GREETINGS.get(language) ?? '', language) ?? '',
  )
  const hash = createHash('sha256').update(body).digest('base64url')
  const etag = `"${hash.slice(0, 16)}"`
  const headers = {
    'content-type': type,
    'content-language': language,
    'content-length': body.length,
    'last-modified': formatHttpDate(LAST_MODIFIED),
    etag,
    vary: VARY,
  }
  const representation = { body, headers, etag }
  REPRESENTATIONS.set(key, representation)
  return representation
}

/**
 * @param {string} method
 * @param {RequestHeaders} headers
 * @param {Representation} representation
 * @returns {Answer}
 */
function select(method, headers, { body, headers: own, etag }) {
  const current = { etag, lastModified: LAST_MODIFIED }
  const outcome = evaluateConditions(method, headers, current)
  if (outcome === 412) {
    return text(412, 'Precondition Failed', { etag, vary: VARY })
  }
  if (outcome === 304) {
    // They tell a cache which of its copies is still good.
    return { status: 304, headers: { etag, vary: VARY }, body: '' }
  }
  return { status: 200, headers: { ...own }, body }
}
