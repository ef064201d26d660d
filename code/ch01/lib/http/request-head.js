/**
 * @typedef {'method' | 'space' | 'target' | 'version' | 'line-end' |
 *   'field-name' | 'colon' | 'whitespace' | 'field-value' |
 *   'empty-line'} PartKind
 *
 * @typedef {{ kind: PartKind, start: number, end: number }} Part
 *   the bytes from `start` up to, not including, `end`
 *
 * @typedef {{ status: number, code: string, message: string, at: number }}
 *   RequestError why a request is refused; `at` is the offset of the byte
 *
 * @typedef {object} RequestHead
 * @property {string} method
 * @property {string} target
 * @property {string} version `HTTP/1.0`, `HTTP/1.1`, …
 * @property {[name: string, value: string][]} headers as sent, in order
 * @property {number} bodyStart offset of the first byte after the head
 * @property {null} error
 */

/** Maximum size of a request head, in bytes. */
export const HEAD_LIMIT = 16 * 1024

const HTAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SP = 0x20
const COLON = 0x3a

// One bit per class of bytes, so that a byte can be in several.
const TOKEN = 1
const VISIBLE = 2
const FIELD_TEXT = 4
const BLANK = 8

const CLASSES = new Uint8Array(256)
for (let byte = 0x21; byte <= 0xff; byte++) {
  const character = String.fromCharCode(byte)
  if (/[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(character)) CLASSES[byte] |= TOKEN
  if (byte <= 0x7e) CLASSES[byte] |= VISIBLE
  if (byte !== 0x7f) CLASSES[byte] |= FIELD_TEXT
}
CLASSES[SP] = FIELD_TEXT | BLANK
CLASSES[HTAB] = FIELD_TEXT | BLANK

/** @typedef {keyof typeof EXPECTED} RequiredKind */

const EXPECTED = {
  method: 'a method such as GET',
  space: 'one space',
  target: 'a request target such as /hello',
  version: 'HTTP/1.1',
  'line-end': 'CR LF at the end of the line',
  'field-name': 'a field name',
  colon: 'a colon right after the field name',
  'empty-line': 'CR LF',
}

/**
 * @param {number} byte
 * @returns {string} `"G"` or `0x0a`
 */
function show(byte) {
  return CLASSES[byte] & VISIBLE
    ? `"${String.fromCharCode(byte)}"`
    : `0x${byte.toString(16).padStart(2, '0')}`
}

/**
 * Cuts bytes into parts. A step returns false when it is stuck: at a wrong
 * byte, which sets `error`, or at the end of the bytes, because the rest may
 * still arrive.
 */
class Scanner {
  /**
   * @param {Uint8Array} bytes
   * @param {number} offset
   */
  constructor(bytes, offset) {
    this.bytes = bytes
    this.start = offset
    this.position = offset
    this.end = Math.min(bytes.length, offset + HEAD_LIMIT)
    /** @type {Part[]} */
    this.parts = []
    /** @type {RequestError | null} */
    this.error = null
  }

  /** The next byte, or -1 if it has not arrived. */
  get next() {
    return this.position < this.end ? this.bytes[this.position] : -1
  }

  /**
   * Takes one or more bytes of a class.
   *
   * @param {RequiredKind} kind
   * @param {number} byteClass
   */
  take(kind, byteClass) {
    return this.skip(kind, byteClass) > 0 || this.stuck(kind, this.position)
  }

  /**
   * Takes any number of bytes of a class.
   *
   * @param {PartKind} kind
   * @param {number} byteClass
   * @returns {number} how many bytes
   */
  skip(kind, byteClass) {
    const start = this.position
    let end = start
    while (end < this.end && CLASSES[this.bytes[end]] & byteClass) end++
    this.add(kind, end)
    return end - start
  }

  /**
   * Takes exactly these bytes.
   *
   * @param {RequiredKind} kind
   * @param {number[]} expected
   */
  expect(kind, ...expected) {
    for (let index = 0; index < expected.length; index++) {
      const at = this.position + index
      if (at >= this.end || this.bytes[at] !== expected[index]) {
        return this.stuck(kind, at)
      }
    }
    this.add(kind, this.position + expected.length)
    return true
  }

  /**
   * Takes a field value, which may be empty. The whitespace after it is not
   * part of it (RFC 9112 §5).
   */
  takeValue() {
    let end = this.position
    while (end < this.end && CLASSES[this.bytes[end]] & FIELD_TEXT) end++
    while (end > this.position && CLASSES[this.bytes[end - 1]] & BLANK) end--
    this.add('field-value', end)
    this.skip('whitespace', BLANK)
  }

  /**
   * @param {PartKind} kind
   * @param {number} end
   */
  add(kind, end) {
    if (end > this.position) {
      this.parts.push({ kind, start: this.position, end })
    }
    this.position = end
  }

  /**
   * @param {RequiredKind} kind the expected part
   * @param {number} at
   */
  stuck(kind, at) {
    if (at < this.end) {
      const where = `at byte ${at - this.start}`
      const got = show(this.bytes[at])
      const message = `expected ${EXPECTED[kind]} ${where}, got ${got}`
      this.error = { status: 400, code: `bad-${kind}`, message, at }
    }
    return false
  }
}

/**
 * `GET /hello HTTP/1.1` (RFC 9112 §3). One empty line before it is ignored
 * (§2.2): old clients sent one after the body of their last request.
 *
 * @param {Scanner} scan
 */
function scanRequestLine(scan) {
  return (
    (scan.next !== CR || scan.expect('line-end', CR, LF)) &&
    scan.take('method', TOKEN) &&
    scan.expect('space', SP) &&
    scan.take('target', VISIBLE) &&
    scan.expect('space', SP) &&
    scan.take('version', VISIBLE) &&
    scan.expect('line-end', CR, LF) &&
    checkVersion(scan)
  )
}

/**
 * `Host: localhost` once or more, then an empty line (RFC 9112 §5).
 *
 * @param {Scanner} scan
 */
function scanFields(scan) {
  while (scan.next !== CR) {
    if (!scan.take('field-name', TOKEN)) return false
    if (!scan.expect('colon', COLON)) return false
    scan.skip('whitespace', BLANK)
    scan.takeValue()
    if (!scan.expect('line-end', CR, LF)) return false
  }
  return scan.expect('empty-line', CR, LF)
}

/**
 * Accepts any HTTP/1.x, which HTTP/1.1 can answer (RFC 9110 §2.5).
 *
 * @param {Scanner} scan
 */
function checkVersion(scan) {
  const { start, end } = scan.parts[scan.parts.length - 2]
  const version = text(scan.bytes, start, end)
  if (/^HTTP\/1\.\d$/.test(version)) return true
  const isHttp = /^HTTP\/\d\.\d$/.test(version)
  scan.error = {
    status: isHttp ? 505 : 400,
    code: isHttp ? 'unsupported-version' : 'bad-version',
    message:
      `expected ${EXPECTED.version} at byte ${start - scan.start}, ` +
      `got ${version}`,
    at: start,
  }
  return false
}

/**
 * One character per byte: a request head has no character encoding.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function text(bytes, start, end) {
  let characters = ''
  for (let at = start; at < end; at++) {
    characters += String.fromCharCode(bytes[at])
  }
  return characters
}

/**
 * Names every byte of the request head at `offset`, as far as it has arrived.
 *
 * @param {Uint8Array} bytes
 * @param {number} [offset]
 * @returns {{ parts: Part[], error: RequestError | null, bodyStart: number }}
 *   `bodyStart` is -1 until the head is complete
 */
export function requestParts(bytes, offset = 0) {
  const scan = new Scanner(bytes, offset)
  const complete = scanRequestLine(scan) && scanFields(scan)
  if (!complete && !scan.error && bytes.length - offset >= HEAD_LIMIT) {
    scan.error = tooLarge(scan)
  }
  const { parts, error } = scan
  return { parts, error, bodyStart: complete ? scan.position : -1 }
}

/**
 * A target that is too long has a status of its own (RFC 9112 §3).
 *
 * @param {Scanner} scan
 * @returns {RequestError}
 */
function tooLarge({ parts, end }) {
  const inTarget = parts.at(-1)?.kind === 'target'
  const what = inTarget ? 'target' : 'head'
  return {
    status: inTarget ? 414 : 431,
    code: inTarget ? 'target-too-long' : 'head-too-large',
    message: `expected the ${what} to end within ${HEAD_LIMIT} bytes, got more`,
    at: end,
  }
}

/**
 * Parses the request head at `offset` (RFC 9112 §2–5).
 *
 * @param {Uint8Array} bytes
 * @param {number} [offset]
 * @returns {RequestHead | { error: RequestError } | null} null while the head
 *   is incomplete
 */
export function parseRequestHead(bytes, offset = 0) {
  const { parts, error, bodyStart } = requestParts(bytes, offset)
  if (error) return { error }
  if (bodyStart === -1) return null
  /** @type {RequestHead} */
  const head = {
    method: '',
    target: '',
    version: '',
    headers: [],
    bodyStart,
    error: null,
  }
  /** @type {[name: string, value: string]} */
  let field = ['', '']
  for (const { kind, start, end } of parts) {
    const value = text(bytes, start, end)
    if (kind === 'method') head.method = value
    else if (kind === 'target') head.target = value
    else if (kind === 'version') head.version = value
    else if (kind === 'field-value') field[1] = value
    else if (kind === 'field-name') {
      field = [value, '']
      head.headers.push(field)
    }
  }
  return head
}
