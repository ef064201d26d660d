/** A message of HTTP/1.1 as parts, and as the bytes on the wire. */
import { parseRequestHead } from '../../code/ch01/lib/http/request-head.js'
import { trimWhitespace } from '../../code/ch05/lib/http/fields.js'

/**
 * @typedef {object} Parts
 * @property {string} version
 * @property {string} method of the request; in a response, the one answered
 * @property {string} target of a request
 * @property {string} status of a response
 * @property {string} fields a line each; `\r`, `\n`, `\t` and `\0` stand for
 *   the bytes
 * @property {string} body
 * @property {boolean} chunks whether each line of the body is sent as a chunk
 */
/** @typedef {'request' | 'response'} Side */
/**
 * `injected`: a line that a value has brought along.
 *
 * @typedef {object} Line
 * @property {'start' | 'field' | 'injected' | 'empty' | 'size' | 'body'} kind
 * @property {string} text with the CR LF at its end
 */
/**
 * @typedef {object} Field a line as typed, taken apart
 * @property {string} line
 * @property {string} name as it stands before the colon
 * @property {string} value without the whitespace around it
 * @property {boolean} hasColon
 */

/**
 * Statuses with the reasons of RFC 9110 §15.
 *
 * @type {Record<string, string>}
 */
export const REASONS = {
  100: 'Continue',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
}

/** @type {Record<string, string>} */
const ESCAPES = { r: '\r', n: '\n', t: '\t', 0: '\0' }

/** @param {string} text as typed */
const withControls = (text) =>
  text.replace(/\\([rnt0])/g, (_, letter) => ESCAPES[letter])

/**
 * @param {string} typed
 * @returns {Field[]} without empty lines
 */
export function fieldsOf(typed) {
  return typed
    .split('\n')
    .filter((line) => line !== '')
    .map((raw) => {
      const line = withControls(raw)
      const colon = line.indexOf(':')
      return {
        line,
        name: colon === -1 ? line : line.slice(0, colon),
        value: colon === -1 ? '' : trimWhitespace(line.slice(colon + 1)),
        hasColon: colon !== -1,
      }
    })
}

const encoder = new TextEncoder()

/** @param {string} text */
export const bytesOf = (text) => encoder.encode(text)

/**
 * @param {Side} side
 * @param {Parts} parts
 * @returns {string} its first line, without CR LF
 */
export function startLine(side, { version, method, target, status }) {
  if (side === 'request') return `${method} ${target} ${version}`
  // The space stays where there is no reason (RFC 9112 §4).
  return `${version} ${status} ${REASONS[status] ?? ''}`
}

/**
 * @param {Side} side
 * @param {Parts} parts
 * @returns {Line[]}
 */
export function write(side, parts) {
  /** @type {Line[]} */
  const lines = [{ kind: 'start', text: `${startLine(side, parts)}\r\n` }]
  for (const { line } of fieldsOf(parts.fields)) {
    for (const [index, text] of cut(`${line}\r\n`).entries()) {
      lines.push({ kind: index === 0 ? 'field' : 'injected', text })
    }
  }
  lines.push({ kind: 'empty', text: '\r\n' })
  return [
    ...lines,
    ...(parts.chunks ? inChunks(parts.body) : whole(parts.body)),
  ]
}

/** @param {string} text @returns {string[]} cut after each LF */
const cut = (text) => text.split(/(?<=\n)/)

/** @param {string} body @returns {Line[]} */
const whole = (body) =>
  body === '' ? [] : cut(body).map((text) => ({ kind: 'body', text }))

/**
 * Each line is a chunk: its size in hexadecimal, CR LF, its bytes, CR LF; and
 * one of size 0 at the end (RFC 9112 §7.1).
 *
 * @param {string} body
 * @returns {Line[]}
 */
function inChunks(body) {
  const chunks = cut(body).filter((text) => text !== '')
  return [
    ...chunks.flatMap((text) => {
      const size = bytesOf(text).length.toString(16)
      /** @type {Line[]} */
      const lines = [
        { kind: 'size', text: `${size}\r\n` },
        ...cut(`${text}\r\n`).map(
          (part) => /** @type {Line} */ ({ kind: 'body', text: part }),
        ),
      ]
      return lines
    }),
    { kind: 'size', text: '0\r\n' },
    { kind: 'empty', text: '\r\n' },
  ]
}

/**
 * How many bytes the head and what follows it have.
 *
 * @param {Line[]} lines
 */
export function measure(lines) {
  const end = lines.findIndex(({ kind }) => kind === 'empty') + 1
  /** @param {Line[]} some */
  const length = (some) => bytesOf(some.map(({ text }) => text).join('')).length
  return { head: length(lines.slice(0, end)), body: length(lines.slice(end)) }
}

/**
 * @param {Line[]} lines of a request
 * @returns {{ error: string, status: number }} what chapter 01's parser says
 *   of the head; '' when it accepts it
 */
export function parse(lines) {
  const bytes = bytesOf(lines.map(({ text }) => text).join(''))
  const head = parseRequestHead(bytes)
  if (head === null) return { error: 'incomplete', status: 0 }
  if (head.error)
    return { error: head.error.message, status: head.error.status }
  return { error: '', status: 200 }
}

/**
 * Puts the content-length that the body has.
 *
 * @param {Parts} parts
 * @returns {string} the fields
 */
export function withLength({ fields, body }) {
  const length = bytesOf(body).length
  const lines = fields.split('\n').filter((line) => line !== '')
  const at = lines.findIndex((line) => /^content-length\s*:/i.test(line))
  const line = `content-length: ${length}`
  if (at === -1) return [...lines, line].join('\n')
  return lines
    .map((old, index) => (index === at ? line : old))
    .filter((old, index) => index <= at || !/^content-length\s*:/i.test(old))
    .join('\n')
}
