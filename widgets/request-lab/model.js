/** Requests as a form and as text, and responses line by line. */

/**
 * @typedef {object} Form
 * @property {string} method
 * @property {string} target
 * @property {[name: string, value: string][]} headers without the
 *   Content-Length that the body makes known
 * @property {string} body
 */
/**
 * @typedef {object} Line of a response
 * @property {'status' | 'field' | 'empty' | 'size' | 'body'} kind `size`: of a
 *   chunk of the body, or what ends the chunks
 * @property {string} text
 * @property {'CR LF' | 'LF' | ''} end
 */

const LENGTH = 'content-length'

/**
 * @param {string} text with any line ends
 * @returns {string} each line ends in CR LF, in the body too
 */
export const toWire = (text) => text.replace(/\r\n|\r|\n/g, '\r\n')

/** @param {string} text @returns {number} bytes in UTF-8, on the wire */
const lengthOf = (text) => new TextEncoder().encode(toWire(text)).length

/**
 * @param {Form} form
 * @returns {string} a request as text, with LF alone
 */
export function toText({ method, target, headers, body }) {
  const names = headers.map(([name]) => name.trim().toLowerCase())
  const isKnown = names.includes(LENGTH) || names.includes('transfer-encoding')
  const length =
    body === '' || isKnown ? '' : `Content-Length: ${lengthOf(body)}\n`
  const fields = headers.map(([name, value]) => `${name}: ${value}\n`).join('')
  return `${method} ${target} HTTP/1.1\n${fields}${length}\n${body}`
}

/**
 * @param {string} text
 * @returns {Form | null} null: a form cannot say the same
 */
export function toForm(text) {
  const end = text.indexOf('\n\n')
  if (end === -1) return null
  const [first, ...lines] = text.slice(0, end).split('\n')
  const start = /^(\S+) (\S+) HTTP\/1\.1$/.exec(first)
  const body = text.slice(end + 2)
  const fields = lines.map((line) => /^([^\s:]+): (.*)$/.exec(line))
  if (!start || fields.includes(null)) return null
  const all = fields.map(
    (field) => /** @type {[string, string]} */ ([field?.[1], field?.[2]]),
  )
  const length = String(lengthOf(body))
  const headers = all.filter(
    ([name, value]) =>
      body === '' || name.toLowerCase() !== LENGTH || value !== length,
  )
  const form = { method: start[1], target: start[2], headers, body }
  return toText(form) === text ? form : null
}

const decoder = new TextDecoder()

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function latin1(bytes, start, end) {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** Goes through bytes line by line. */
class Reader {
  offset = 0

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes
  }

  get isOver() {
    return this.offset >= this.bytes.length
  }

  /**
   * @param {number} [limit] where to stop at the latest
   * @param {boolean} [isText] whether it is UTF-8
   * @returns {{ text: string, end: Line['end'] }}
   */
  line(limit = this.bytes.length, isText = false) {
    const { bytes, offset } = this
    const found = bytes.indexOf(10, offset)
    const isEnded = found !== -1 && found < limit
    const after = isEnded ? found + 1 : limit
    const hasCr = isEnded && found > offset && bytes[found - 1] === 13
    const stop = isEnded ? found - (hasCr ? 1 : 0) : limit
    this.offset = after
    const text = isText
      ? decoder.decode(bytes.subarray(offset, stop))
      : latin1(bytes, offset, stop)
    return { text, end: isEnded ? (hasCr ? 'CR LF' : 'LF') : '' }
  }
}

/**
 * @param {Uint8Array} bytes of one response or of several
 * @param {string[]} methods of the requests, in order: the answer to a HEAD
 *   has no body
 * @returns {Line[]}
 */
export function linesOf(bytes, methods) {
  const reader = new Reader(bytes)
  /** @type {Line[]} */
  const lines = []
  let answered = 0
  while (!reader.isOver) {
    const head = readHead(reader, lines)
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head[0])?.[1] ?? 0)
    const isInterim = status >= 100 && status < 200
    const isHead = !isInterim && methods[answered] === 'HEAD'
    if (!isInterim) answered++
    const isEmpty = isInterim || isHead || status === 204 || status === 304
    if (!isEmpty) readBody(reader, head, lines)
  }
  return lines
}

/**
 * @param {Line[]} lines
 * @returns {number[]} the statuses of the answers, without interim ones
 */
export const statusesOf = (lines) =>
  lines
    .filter(({ kind }) => kind === 'status')
    .map(({ text }) => Number(text.split(' ')[1]))
    .filter((status) => !(status < 200))

/**
 * @param {Reader} reader
 * @param {Line[]} lines to which they are added
 * @returns {string[]} the texts of the head
 */
function readHead(reader, lines) {
  /** @type {string[]} */
  const head = []
  while (!reader.isOver) {
    const { text, end } = reader.line()
    const kind = text === '' ? 'empty' : head.length > 0 ? 'field' : 'status'
    lines.push({ kind, text, end })
    if (text === '') break
    head.push(text)
  }
  return head
}

/**
 * @param {Reader} reader
 * @param {string[]} head
 * @param {Line[]} lines
 */
function readBody(reader, head, lines) {
  const field = (/** @type {RegExp} */ name) =>
    head
      .map((line) => name.exec(line)?.[1])
      .find((value) => value !== undefined)
  if (field(/^transfer-encoding:(.*)$/i)?.includes('chunked')) {
    return readChunks(reader, lines)
  }
  const length = field(/^content-length: *(\d+)$/i)
  const rest = reader.bytes.length
  readText(
    reader,
    length === undefined
      ? rest
      : Math.min(rest, reader.offset + Number(length)),
    lines,
  )
}

/**
 * @param {Reader} reader
 * @param {number} limit
 * @param {Line[]} lines
 */
function readText(reader, limit, lines) {
  while (reader.offset < limit) {
    lines.push({ kind: 'body', ...reader.line(limit, true) })
  }
}

/**
 * @param {Reader} reader
 * @param {Line[]} lines
 */
function readChunks(reader, lines) {
  while (!reader.isOver) {
    const size = reader.line()
    lines.push({ kind: 'size', ...size })
    const length = Number.parseInt(size.text, 16)
    if (!(length > 0)) break
    const end = Math.min(reader.bytes.length, reader.offset + length)
    readText(reader, end, lines)
    // What ends a chunk stands behind its last line.
    const last = lines[lines.length - 1]
    const after = reader.line()
    if (last.end === '') last.end = after.end
    else lines.push({ kind: 'size', ...after })
  }
  // Trailers, and the empty line.
  while (!reader.isOver) {
    const { text, end } = reader.line()
    lines.push({ kind: text === '' ? 'empty' : 'field', text, end })
    if (text === '') break
  }
}

/**
 * @typedef {object} Lookup
 * @property {string} method
 * @property {string} path
 * @property {string | null} route `GET /bench/:name`
 * @property {string | null} message of the error that it ended with
 */
/**
 * @typedef {object} SeenRequest what the router made of a request
 * @property {string} method
 * @property {string} target
 * @property {string} path
 * @property {Lookup[]} lookups the first decides; the others are for Allow
 * @property {{ method: string, path: string } | null} route
 * @property {{ name: string, source: string } | null} handler
 * @property {[string, string][]} params
 * @property {{ value?: [string, string | string[]][], message?: string }} query
 */
/**
 * @typedef {object} Result
 * @property {{ method: string, path: string }[]} routes of the server
 * @property {SeenRequest[]} requests that reached the router
 * @property {number[]} bytes of the answer
 * @property {boolean} closed by the server
 * @property {boolean} clientEnded the server waited for more, and none came
 * @property {'closed' | 'timeout'} [code] why there is no answer
 */

/**
 * @param {string} printed by the lab's program, and by the server
 * @param {string} mark before the result
 * @returns {{ result: Result | null, rest: string }} rest: what else was printed
 */
export function readResult(printed, mark) {
  const lines = printed.split('\n')
  const index = lines.findIndex((line) => line.startsWith(mark))
  if (index === -1) return { result: null, rest: printed }
  const rest = lines.toSpliced(index, 1).join('\n')
  return { result: JSON.parse(lines[index].slice(mark.length)), rest }
}

/**
 * HEAD is answered by what GET has, unless it has routes of its own.
 *
 * @param {{ method: string, path: string }[]} routes
 * @param {string} method
 * @returns {string} the method whose tree is searched
 */
export function searchedMethod(routes, method) {
  const has = (/** @type {string} */ one) =>
    routes.some((route) => route.method === one)
  return method === 'HEAD' && !has('HEAD') && has('GET') ? 'GET' : method
}

/**
 * The routes that the tree of a method has.
 *
 * @param {{ method: string, path: string }[]} routes
 * @param {string} method
 * @returns {string[] | null} null: there is no tree that answers the method
 */
export function treeOf(routes, method) {
  const methods = new Set(routes.map((route) => route.method))
  const known = [method, method === 'HEAD' ? 'GET' : '', '*']
  if (!known.some((one) => methods.has(one))) return null
  const serves = (/** @type {string} */ one) =>
    one === method || one === '*' || (one === 'GET' && method === 'HEAD')
  return routes.filter((route) => serves(route.method)).map(({ path }) => path)
}
