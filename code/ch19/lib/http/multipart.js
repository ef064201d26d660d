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
 *   ERR_VELOCY_BAD_MULTIPART, status 400
 */
export function boundaryOf(headers) {
  expectType(headers, FORM_DATA, isFormData)
  const type = parseMediaType(fieldOf(headers, 'content-type') ?? '')
  const boundary = type?.parameters.get('boundary') ?? ''
  if (boundary !== '') return boundary
  throw malformed('Content-Type has no boundary')
}

const CR = 0x0d
const CRLF = '\r\n'

/** Largest head of a part, in bytes. */
const HEAD_SIZE = 4096

// What comes next.
const DATA = 0
const AFTER_BOUNDARY = 1
const HEAD = 2
const EPILOGUE = 3

/**
 * Takes a multipart/form-data body apart (RFC 7578), however it was cut into
 * pieces.
 */
export class MultipartParser {
  #state = DATA
  /** @type {Buffer} what has come; a boundary may be the first of it */
  #bytes = Buffer.from(CRLF)
  /** How much of it is the line break in front of data. */
  #lead = 2
  /** @type {PartHead | undefined} of the data; undefined: nobody wants it */
  #part
  #delimiter

  /** @param {string} boundary */
  constructor(boundary) {
    this.#delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1')
  }

  /** @param {Buffer} piece of the body; it isn't copied, unless it has to be */
  add(piece) {
    const { length } = this.#bytes
    this.#bytes = length > 0 ? Buffer.concat([this.#bytes, piece]) : piece
  }

  /**
   * @returns {PartEvent | undefined} undefined: that takes another piece
   * @throws {VelocyError} ERR_VELOCY_BAD_MULTIPART and ERR_VELOCY_BODY_NOT_TEXT,
   *   status 400
   */
  next() {
    if (this.#state === DATA) {
      const event = this.#readData()
      if (event !== undefined) return event
    }
    if (this.#state === AFTER_BOUNDARY) this.#readMark()
    if (this.#state === HEAD) return this.#readHead()
    if (this.#state === EPILOGUE) this.#readEpilogue()
    return undefined
  }

  /**
   * The body is over.
   *
   * @returns {undefined}
   * @throws {VelocyError} ERR_VELOCY_BAD_MULTIPART, status 400
   */
  end() {
    if (this.#state === EPILOGUE) return undefined
    throw malformed('it ends before its last boundary')
  }

  #readData() {
    const found = this.#bytes.indexOf(this.#delimiter)
    const length = found === -1 ? this.#decided() : found
    const data = this.#take(length).subarray(this.#lead)
    if (length > 0) this.#lead = 0
    if (this.#part !== undefined && data.length > 0) return data
    if (found === -1) return undefined
    this.#take(this.#delimiter.length)
    this.#state = AFTER_BOUNDARY
    if (this.#part === undefined) return undefined
    this.#part = undefined
    return null
  }

  /** How many bytes can't be part of a delimiter whose end is yet to come. */
  #decided() {
    const start = this.#bytes.lastIndexOf(CR)
    if (start === -1) return this.#bytes.length
    const last = this.#bytes.subarray(start)
    const isStart = this.#delimiter.subarray(0, last.length).equals(last)
    return isStart ? start : this.#bytes.length
  }

  /** Behind the last boundary stand two hyphens. */
  #readMark() {
    if (this.#bytes.length < 2) return
    const mark = this.#bytes.toString('latin1', 0, 2)
    if (mark === CRLF) this.#state = HEAD
    else if (mark === '--') {
      this.#take(2)
      this.#state = EPILOGUE
    } else throw malformed(`${JSON.stringify(mark)} follows a boundary`)
  }

  #readHead() {
    const start = this.#bytes.subarray(0, HEAD_SIZE)
    const end = start.indexOf(CRLF + CRLF)
    if (end === -1 && start.length < HEAD_SIZE) return undefined
    if (end === -1) throw malformed(`a head has more than ${HEAD_SIZE} bytes`)
    // The end of the blank line may begin a delimiter.
    const lines = this.#take(end + 2).toString('latin1', 2, Math.max(end, 2))
    this.#lead = 2
    this.#part = parseHead(lines)
    this.#state = DATA
    return this.#part
  }

  /** Nobody reads what comes on the lines behind the last boundary's. */
  #readEpilogue() {
    this.#bytes = this.#take(2)
    if (CRLF.startsWith(this.#bytes.toString('latin1'))) return
    throw malformed('the line of its last boundary goes on')
  }

  /** @param {number} length */
  #take(length) {
    const taken = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }
}

const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * @param {string} text the lines of a part's head, a character for each byte
 * @returns {PartHead}
 */
function parseHead(text) {
  const headers = Object.create(null)
  for (const line of text.split(CRLF)) {
    const [name] = line.toLowerCase().split(':', 1)
    const value = line.slice(name.length + 1)
    const isField = isToken(name) && FIELD_VALUE.test(value)
    if (!isField || name.length === line.length || name in headers) {
      throw malformed(`a part has the line ${JSON.stringify(line)}`)
    }
    headers[name] = trimWhitespace(value)
  }
  const { 'content-type': type = 'text/plain' } = headers
  return { ...parseDisposition(headers['content-disposition']), type, headers }
}

/** @param {string} [text] such as `form-data; name="photo"; filename="me.jpg"` */
function parseDisposition(text = '') {
  // Clients that escape anything escape quotes and backslashes. Browsers don't.
  const escaped = text.replace(/\\(["\\]?)/g, (_, next) => `\\${next || '\\'}`)
  const { value = '', parameters } = parseParameters(escaped) ?? {}
  const name = parameters?.get('name')
  if (name === undefined || value.toLowerCase() !== 'form-data') {
    throw malformed(
      `a part has the Content-Disposition ${JSON.stringify(text)}`,
    )
  }
  const filename = parameters?.get('filename')
  return {
    name: decode(name),
    filename: filename && decode(filename).replace(/^(.*[/\\])?(\.\.?$)?/s, ''),
  }
}

/**
 * Names are in UTF-8, with three characters escaped (HTML, *multipart form
 * data*).
 *
 * @param {string} text a character for each byte
 */
const decode = (text) =>
  textOf(Buffer.from(text, 'latin1')).replace(
    /%(?:22|0D|0A)/g,
    decodeURIComponent,
  )

/** @param {string} what */
const malformed = (what) =>
  new VelocyError('ERR_VELOCY_BAD_MULTIPART', `Bad multipart body: ${what}`, {
    status: 400,
  })
