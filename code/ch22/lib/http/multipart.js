import { VelocyError } from '../common/errors.js'
import { textOf } from './charsets.js'
import { expectType } from './content.js'
import { fieldOf, isToken, parseParameters, trimWhitespace } from './fields.js'
import { parseMediaType } from './media-types.js'

/** @import { RequestHeaders } from './fields.js' */
/** @import { MediaType } from './media-types.js' */

/**
 * @typedef {object} PartHead
 * @property {string} name of the form's field
 * @property {string | undefined} filename what the client calls the file,
 *   without a path: to be shown, never to be opened. It is empty when no file
 *   was chosen. Undefined: the part is a field.
 * @property {string} type what the client says it is. Default: text/plain.
 * @property {Record<string, string>} headers Names are in lower case; nothing
 *   is inherited.
 */
/** @typedef {PartHead | Buffer | null} PartEvent null: the part is over */

const FORM_DATA = 'multipart/form-data'

/** @param {MediaType} type */
const isFormData = ({ type, subtype }) => `${type}/${subtype}` === FORM_DATA

/**
 * @param {RequestHeaders} headers of a request
 * @returns {string} what separates the parts of its body
 * @throws {VelocyError} ERR_VELOCY_BODY_TYPE, status 415;
 *   ERR_VELOCY_BAD_MULTIPART, status 400, or 415 with a Content-Encoding
 */
export function boundaryOf(headers) {
  expectType(headers, FORM_DATA, isFormData)
  if (headers['content-encoding']) throw malformed('it is encoded', 415)
  const type = parseMediaType(fieldOf(headers, 'content-type') ?? '')
  const boundary = type?.parameters.get('boundary')
  if (!boundary) throw malformed('Content-Type has no boundary')
  return boundary
}

const CRLF = '\r\n'
const BLANK_LINE = '\r\n\r\n'

/** How long the head of a part may be, in bytes. */
const HEAD_SIZE = 4096

/**
 * What `next()` returns is another event, or undefined. Then the next call
 * hands in the next piece of the body, or undefined if that was the last.
 *
 * @typedef {Generator<PartEvent | undefined, void, Buffer | undefined>} Parser
 */
/**
 * @typedef {Generator<PartEvent | undefined, Buffer, Buffer | undefined>} Step
 *   of a parser; its result is the bytes that are left
 */

/**
 * Takes a multipart/form-data body apart (RFC 7578), however it was cut into
 * pieces. Data is not copied.
 *
 * @param {string} boundary
 * @returns {Parser}
 * @throws {VelocyError} ERR_VELOCY_BAD_MULTIPART and ERR_VELOCY_BODY_NOT_TEXT,
 *   status 400
 */
export function* parseMultipart(boundary) {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1')
  // The first boundary may be what the body begins with.
  let bytes = yield* readData(Buffer.from(CRLF), delimiter, false)
  for (;;) {
    while (bytes.length < 2) bytes = yield* more(bytes)
    const mark = bytes.toString('latin1', 0, 2)
    if (mark === '--') break
    if (mark !== CRLF) throw malformed('a boundary goes on')
    bytes = yield* readHead(bytes)
    bytes = yield* readData(bytes, delimiter, true)
  }
  // Nobody reads what stands on the lines behind the last boundary's.
  let start = ''
  let piece = /** @type {Buffer | undefined} */ (bytes.subarray(2))
  for (; piece; piece = yield) {
    start = (start + piece.toString('latin1', 0, 2)).slice(0, 2)
    if (!CRLF.startsWith(start)) throw malformed('its last boundary goes on')
  }
}

/** @param {Buffer} bytes that are not enough @returns {Step} */
function* more(bytes) {
  const piece = yield undefined
  if (piece === undefined) throw malformed('it ends before its last boundary')
  return bytes.length > 0 ? Buffer.concat([bytes, piece]) : piece
}

/**
 * @param {Buffer} bytes from the line break in front of the data, which can be
 *   a delimiter's
 * @param {Buffer} delimiter
 * @param {boolean} isPart whether anybody wants the data
 * @returns {Step}
 */
function* readData(bytes, delimiter, isPart) {
  let start = 2
  let end = bytes.indexOf(delimiter)
  while (end === -1) {
    const length = lengthWithout(bytes, delimiter)
    if (isPart && length > start) yield bytes.subarray(start, length)
    if (length > 0) start = 0
    bytes = yield* more(bytes.subarray(length))
    end = bytes.indexOf(delimiter)
  }
  if (isPart && end > start) yield bytes.subarray(start, end)
  if (isPart) yield null
  return bytes.subarray(end + delimiter.length)
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} delimiter
 * @returns {number} how many bytes stand in front of a delimiter that has only
 *   begun
 */
function lengthWithout(bytes, delimiter) {
  const start = bytes.lastIndexOf('\r')
  if (start === -1) return bytes.length
  const last = bytes.subarray(start)
  const hasBegun = delimiter.subarray(0, last.length).equals(last)
  return hasBegun ? start : bytes.length
}

/** @param {Buffer} bytes from the line break in front of it @returns {Step} */
function* readHead(bytes) {
  let end = bytes.indexOf(BLANK_LINE)
  while (end === -1 && bytes.length < HEAD_SIZE) {
    bytes = yield* more(bytes)
    end = bytes.indexOf(BLANK_LINE)
  }
  if (end === -1 || end > HEAD_SIZE - 4) throw malformed('a head is too long')
  yield parseHead(bytes.toString('latin1', 2, Math.max(end, 2)))
  return bytes.subarray(end + 2)
}

const FIELD_LINE = /^([^:]+):([\t\x20-\x7e\x80-\xff]*)$/

/**
 * @param {string} text the lines of a part's head, a character for each byte
 * @returns {PartHead}
 */
function parseHead(text) {
  const headers = Object.create(null)
  for (const line of text.split(CRLF)) {
    const [, name = ''] = FIELD_LINE.exec(line.toLowerCase()) ?? []
    if (!isToken(name) || name in headers) {
      throw malformed(`a part has the line ${JSON.stringify(line)}`)
    }
    headers[name] = trimWhitespace(line.slice(name.length + 1))
  }
  const { 'content-type': type = 'text/plain' } = headers
  return { ...parseDisposition(headers['content-disposition']), type, headers }
}

/** @param {string} [text] such as `form-data; name="photo"; filename="me.jpg"` */
function parseDisposition(text = '') {
  // Some clients escape quotes and backslashes. Browsers escape neither so.
  const escaped = text.replace(/\\(["\\]?)/g, (_, next) => `\\${next || '\\'}`)
  const { value, parameters } = parseParameters(escaped) ?? {}
  const name = decode(parameters?.get('name'))
  const filename = decode(parameters?.get('filename'))
  if (name === undefined || value?.toLowerCase() !== 'form-data') {
    const got = JSON.stringify(text)
    throw malformed(`a part has the Content-Disposition ${got}`)
  }
  return { name, filename: filename?.replace(/^(.*[/\\])?(\.\.?$)?/s, '') }
}

/**
 * Names are in UTF-8. Browsers escape a quote and line breaks (HTML, *multipart
 * form data*).
 *
 * @param {string | undefined} text a character for each byte
 */
function decode(text) {
  if (text === undefined) return undefined
  const decoded = textOf(Buffer.from(text, 'latin1'))
  return decoded.replace(/%(?:22|0D|0A)/g, decodeURIComponent)
}

/** @param {string} what @param {number} [status] */
const malformed = (what, status = 400) =>
  new VelocyError('ERR_VELOCY_BAD_MULTIPART', `Bad multipart body: ${what}`, {
    status,
  })
