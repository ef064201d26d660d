/** Which rules of RFC 9110 and RFC 9112 a message keeps. */
import { parseEntityTags } from '../../code/ch05/lib/http/conditions.js'
import { parseHttpDate } from '../../code/ch05/lib/http/dates.js'
import { isToken, split } from '../../code/ch05/lib/http/fields.js'
import { parseMediaType } from '../../code/ch05/lib/http/media-types.js'
import { bytesOf, fieldsOf } from './model.js'

/** @typedef {import('./model.js').Parts} Parts */
/** @typedef {import('./model.js').Side} Side */
/** @typedef {import('./model.js').Field} Field */
/** @typedef {Record<string, string | number | undefined>} Values */
/**
 * @typedef {object} Verdict on a rule that concerns the message
 * @property {string} id
 * @property {'kept' | 'broken' | 'advice'} state advice: a SHOULD that is not
 *   followed, or what is allowed and has a consequence
 * @property {string} rfc
 * @property {string} section
 * @property {Values} values for the words
 */
/**
 * @typedef {object} Facts
 * @property {Side} side
 * @property {Parts} parts
 * @property {Field[]} fields
 * @property {(name: string) => string[]} all the values of a field
 * @property {number} length of the body in bytes
 * @property {number} status
 * @property {string} never why no body may follow: '' | 'HEAD' | '1xx' …
 */
/**
 * A rule answers nothing where it does not apply, true when it is kept, and
 * values for its words when it is not.
 *
 * @typedef {object} Rule
 * @property {string} id
 * @property {Side} [side]
 * @property {string} where RFC and section
 * @property {boolean} [advice] whether it is a SHOULD; a value that is none
 *   at all, `bad`, breaks it all the same
 * @property {(facts: Facts) => boolean | Values | undefined} test
 */

const REDIRECTS = [301, 302, 303, 307, 308]
/** Methods whose requests have no use for a body (RFC 9110 §9.3). */
const WITHOUT_CONTENT = ['GET', 'HEAD', 'DELETE']

/** @param {string[]} found what breaks the rule */
const none = (found) => found.length === 0 || { got: found[0] }

/** @param {Facts} facts */
const isChunked = ({ all }) =>
  all('transfer-encoding')
    .flatMap((value) => split(value.toLowerCase(), ','))
    .at(-1) === 'chunked'

/** @param {Facts} facts */
const lengths = ({ all }) => [
  ...new Set(all('content-length').flatMap((value) => split(value, ','))),
]

/** @type {Rule[]} */
export const rules = [
  {
    id: 'method',
    side: 'request',
    where: '9110 9.1',
    test: ({ parts: { method } }) => isToken(method) || { got: method },
  },
  {
    id: 'target',
    side: 'request',
    where: '9112 3.2',
    test: ({ parts: { method, target } }) =>
      isTarget(method, target) || { got: target },
  },
  {
    id: 'version',
    where: '9112 2.3',
    test: ({ parts: { version } }) =>
      /^HTTP\/1\.\d$/.test(version) || { got: version },
  },
  {
    id: 'status',
    side: 'response',
    where: '9110 15',
    test: ({ parts: { status } }) =>
      /^[1-5]\d\d$/.test(status) || { got: status },
  },
  {
    id: 'host',
    side: 'request',
    where: '9112 3.2',
    test({ parts, all }) {
      if (parts.version !== 'HTTP/1.1') return undefined
      const { length } = all('host')
      return length === 1 || { got: length }
    },
  },
  {
    id: 'space',
    where: '9112 5.1',
    test: ({ fields }) =>
      fields.length === 0
        ? undefined
        : none(
            fields
              .filter(({ name, hasColon }) => hasColon && /\S\s+$/.test(name))
              .map(({ name }) => name),
          ),
  },
  {
    id: 'folding',
    where: '9112 5.2',
    test: ({ fields }) =>
      fields.length === 0
        ? undefined
        : none(
            fields
              .map(({ line }) => line)
              .filter((line) => /^[ \t]/.test(line)),
          ),
  },
  {
    id: 'name',
    where: '9110 5.1',
    test: ({ fields }) =>
      fields.length === 0
        ? undefined
        : none(
            fields
              // Folding and a space before the colon are told of already.
              .filter(({ line }) => !/^[ \t]/.test(line))
              .filter(
                ({ name, hasColon }) => !hasColon || !isToken(name.trimEnd()),
              )
              .map(({ line }) => line),
          ),
  },
  {
    id: 'injection',
    where: '9110 5.5',
    test: ({ fields }) =>
      fields.length === 0
        ? undefined
        : none(
            fields
              .map(({ line }) => line)
              .filter((line) => /[\r\n\0]/.test(line)),
          ),
  },
  {
    id: 'ascii',
    where: '9110 5.5',
    advice: true,
    test({ fields }) {
      const found = fields.find(({ value }) => /[^\0-\x7f]/.test(value))
      return found ? { got: found.name } : undefined
    },
  },
  {
    id: 'number',
    where: '9110 8.6',
    test(facts) {
      if (facts.all('content-length').length === 0) return undefined
      const [length, ...others] = lengths(facts)
      const isNumber = others.length === 0 && /^\d+$/.test(length ?? '')
      return isNumber || { got: lengths(facts).join(', ') }
    },
  },
  {
    id: 'bytes',
    where: '9110 8.6',
    test(facts) {
      const { parts, length, never } = facts
      const [text, ...others] = lengths(facts)
      const isNumber = others.length === 0 && /^\d+$/.test(text ?? '')
      if (!isNumber || never || parts.chunks || isChunked(facts)) return
      const said = Number(text)
      if (said === length) return true
      return { said, length, kind: said < length ? 'less' : 'more' }
    },
  },
  {
    id: 'both',
    where: '9112 6.2',
    test({ all }) {
      if (all('transfer-encoding').length === 0) return undefined
      return all('content-length').length === 0 || {}
    },
  },
  {
    id: 'chunks',
    where: '9112 6.1',
    test(facts) {
      const { parts, never } = facts
      if (never || (!parts.chunks && !isChunked(facts))) return undefined
      if (parts.chunks && !isChunked(facts)) return { kind: 'unsaid' }
      return parts.chunks || { kind: 'missing' }
    },
  },
  {
    id: 'framing',
    side: 'request',
    where: '9112 6.3',
    test(facts) {
      const { all, length, parts } = facts
      if (length === 0 && !parts.chunks) return undefined
      return (
        all('content-length').length + all('transfer-encoding').length > 0 || {
          length,
        }
      )
    },
  },
  {
    id: 'close',
    side: 'response',
    where: '9112 6.3',
    advice: true,
    test({ all, never }) {
      if (never) return undefined
      const framing = ['content-length', 'transfer-encoding'].flatMap(all)
      return framing.length > 0 || {}
    },
  },
  {
    id: 'content',
    side: 'request',
    where: '9110 9.3',
    advice: true,
    test: ({ parts: { method }, length }) =>
      length > 0 && WITHOUT_CONTENT.includes(method)
        ? { got: method }
        : undefined,
  },
  {
    id: 'no-body',
    side: 'response',
    where: '9110 6.4.1',
    test({ never, length }) {
      if (!never) return undefined
      return length === 0 || { got: never }
    },
  },
  {
    id: 'no-length',
    side: 'response',
    where: '9110 8.6',
    test({ all, status }) {
      if (status !== 204 && !(status >= 100 && status < 200)) return undefined
      const framing = ['content-length', 'transfer-encoding'].filter(
        (name) => all(name).length > 0,
      )
      return framing.length === 0 || { got: framing[0] }
    },
  },
  {
    id: 'allow',
    side: 'response',
    where: '9110 15.5.6',
    test: ({ status, all }) =>
      status === 405 ? all('allow').length > 0 || {} : undefined,
  },
  {
    id: 'authenticate',
    side: 'response',
    where: '9110 15.5.2',
    test: ({ status, all }) =>
      status === 401 ? all('www-authenticate').length > 0 || {} : undefined,
  },
  {
    id: 'location',
    side: 'response',
    where: '9110 15.4',
    advice: true,
    test: ({ status, all }) =>
      REDIRECTS.includes(status) ? all('location').length > 0 || {} : undefined,
  },
  {
    id: 'type',
    where: '9110 8.3',
    advice: true,
    test({ all, length, never }) {
      if (length === 0 || never) return undefined
      const [type] = all('content-type')
      if (type === undefined) return { kind: 'missing' }
      return parseMediaType(type) !== null || { kind: 'bad', got: type }
    },
  },
  {
    id: 'date',
    side: 'response',
    where: '9110 6.6.1',
    advice: true,
    test({ all, status }) {
      // A server may leave it out of 1xx and 5xx.
      if (!(status >= 200 && status < 500)) return undefined
      const [date] = all('date')
      if (date === undefined) return { kind: 'missing' }
      return parseHttpDate(date) !== null || { kind: 'bad', got: date }
    },
  },
  {
    id: 'etag',
    side: 'response',
    where: '9110 8.8.3',
    test({ all }) {
      const [tag] = all('etag')
      if (tag === undefined) return undefined
      return parseEntityTags(tag).length === 1 || { got: tag }
    },
  },
]

/**
 * @param {string} method
 * @param {string} target
 */
function isTarget(method, target) {
  // One character per byte of the line: nothing but visible ASCII.
  if (!/^[!-~]+$/.test(target)) return false
  if (method === 'CONNECT') return /^[^/?#]+:\d+$/.test(target)
  if (target === '*') return method === 'OPTIONS'
  return /^(\/|https?:\/\/[^/])/.test(target) && !target.includes('#')
}

/**
 * @param {Side} side
 * @param {Parts} parts
 * @returns {'' | 'HEAD' | '1xx' | '204' | '304'} why no body may follow
 */
export function neverHasBody(side, { method, status }) {
  if (side === 'request') return ''
  if (/^1\d\d$/.test(status)) return '1xx'
  if (status === '204' || status === '304') return status
  return method === 'HEAD' ? 'HEAD' : ''
}

/**
 * @param {Side} side
 * @param {Parts} parts
 * @returns {Verdict[]} broken ones first, then advice, then what is kept
 */
export function judge(side, parts) {
  const fields = fieldsOf(parts.fields)
  /** @type {Facts} */
  const facts = {
    side,
    parts,
    fields,
    all: (name) =>
      fields
        .filter((field) => field.name.trim().toLowerCase() === name)
        .map(({ value }) => value),
    length: bytesOf(parts.body).length,
    status: Number(parts.status),
    never: neverHasBody(side, parts),
  }
  /** @type {Verdict[]} */
  const verdicts = []
  for (const { id, side: only, where, advice = false, test } of rules) {
    if (only && only !== side) continue
    const result = test(facts)
    if (result === undefined) continue
    const [rfc, section] = where.split(' ')
    const isKept = result === true
    const values = typeof result === 'object' ? result : {}
    const isAdvice = advice && values.kind !== 'bad'
    const state = isKept ? 'kept' : isAdvice ? 'advice' : 'broken'
    verdicts.push({ id, state, rfc, section, values })
  }
  const order = ['broken', 'advice', 'kept']
  return verdicts.sort(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state),
  )
}
