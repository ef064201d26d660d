/**
 * Requests without a network: a server is given a connection that is a pair
 * of streams in memory, and answers on it as on any other. What comes back is
 * what would have gone over the wire, to the byte.
 */
import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers'

/** How long an answer may take unless told otherwise, in ms. */
const TIMEOUT = 5000

/**
 * @typedef {object} InjectedRequest
 * @property {string} [method] GET
 * @property {string} [target] goes into the request line as it is; `/`
 * @property {Record<string, string | number | string[]> | [string, string][]} [headers]
 *   Host is added when it is missing, and Content-Length when there is a body
 *   and nothing says how long it is
 * @property {string | Uint8Array} [body] a string is sent as UTF-8
 */
/**
 * @typedef {object} RawRequest
 * @property {string | Uint8Array} raw the bytes of one request or of several;
 *   a string is sent as UTF-8. After a request that is not whole, the client's
 *   side of the connection ends.
 */
/**
 * @typedef {object} InjectedResponse
 * @property {number} status
 * @property {string} reason
 * @property {[name: string, value: string][]} headers as they were sent
 * @property {Uint8Array} body without its chunks' sizes
 * @property {[name: string, value: string][]} trailers
 */
/**
 * @typedef {InjectedResponse & {
 *   responses: InjectedResponse[],
 *   informational: InjectedResponse[],
 *   raw: Uint8Array,
 *   closed: boolean,
 *   clientEnded: boolean,
 * }} Injected the first answer; `responses` are all of them, in order,
 *   `informational` those of status 1xx, `raw` every byte, and `closed` says
 *   whether the server has closed the connection, or says that it does;
 *   `clientEnded`: the server waited for the rest of a request, and the client
 *   ended its side instead
 */

/**
 * Asks a server without a socket, and whether it listens or not. It gives
 * whole answers only: for one that does not end, as a stream of events or a
 * protocol that is switched to, there is only the timeout.
 *
 * @param {import('node:http').Server} server
 * @param {InjectedRequest | RawRequest} [request]
 * @param {{ timeout?: number, signal?: AbortSignal }} [options] timeout in ms,
 *   5000
 * @returns {Promise<Injected>}
 * @throws {TypeError} ERR_INJECT_BAD_SERVER, ERR_INJECT_BAD_REQUEST,
 *   ERR_INJECT_BAD_OPTION
 * @throws {Error} ERR_INJECT_TIMEOUT, ERR_INJECT_CLOSED when the connection
 *   ends before the answer does, ERR_INJECT_BAD_RESPONSE when it is not HTTP;
 *   each has the bytes so far as `raw`, and `clientEnded`
 * @throws the signal's reason
 */
export async function inject(server, request = {}, options = {}) {
  checkServer(server)
  const { timeout = TIMEOUT, signal } = checkOptions(options)
  const bytes = bytesOf(request)
  signal?.throwIfAborted()
  const expected = expectedAnswers(bytes)
  const connection = new Connection()
  try {
    server.emit('connection', connection)
    return await exchange(connection, bytes, expected, { timeout, signal })
  } finally {
    connection.destroy()
  }
}

/** The server's side of the connection: what a socket is to it. */
class Connection extends Duplex {
  bytesRead = 0
  remoteAddress = '127.0.0.1'
  remoteFamily = 'IPv4'
  remotePort = 0
  localAddress = '127.0.0.1'
  localFamily = 'IPv4'
  localPort = 0
  connecting = false
  /** @type {Uint8Array[]} */
  #received = []
  #length = 0
  /** @type {() => void} called when there is something new to be known */
  onchange = () => {}
  isFinished = false
  clientEnded = false

  /** What the server has sent. */
  get received() {
    // The parts are joined once, however often they are asked for.
    if (this.#received.length > 1) this.#received = [concat(this.#received)]
    return this.#received[0] ?? new Uint8Array()
  }

  /** What it has been told to send: as of a socket, all that is under way. */
  get bytesWritten() {
    return this.#length + this.writableLength
  }

  /** @param {Uint8Array} bytes of the client */
  send(bytes) {
    this.bytesRead += bytes.length
    if (bytes.length > 0) this.push(bytes)
  }

  /** @override */
  _read() {}

  /**
   * @override
   * @param {Uint8Array} chunk
   * @param {string} _encoding
   * @param {() => void} callback
   */
  _write(chunk, _encoding, callback) {
    this.#received.push(chunk)
    this.#length += chunk.length
    callback()
    this.onchange()
  }

  /**
   * @override
   * @param {() => void} callback
   */
  _final(callback) {
    this.isFinished = true
    callback()
    this.onchange()
  }

  /** As a socket does: closes when all is written. */
  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  resetAndDestroy() {
    return this.destroy()
  }

  address() {
    const { localAddress: address, localFamily: family, localPort: port } = this
    return { address, family, port }
  }

  // What is said of a network has no meaning here, and does no harm.
  setTimeout() {
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }
}

/**
 * @param {Connection} connection
 * @param {Uint8Array} bytes
 * @param {Expected} expected
 * @param {{ timeout: number, signal?: AbortSignal }} options
 * @returns {Promise<Injected>}
 */
function exchange(connection, bytes, expected, { timeout, signal }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let onAbort = () => {}
  /** @type {Promise<Injected>} */
  const outcome = new Promise((resolve, reject) => {
    /** @type {Injected | null} */
    let answer = null
    const fail = (/** @type {string} */ code, /** @type {string} */ message) =>
      reject(failure(code, message, connection))
    const look = (/** @type {boolean} */ isOver) => {
      if (answer) return
      try {
        answer = read(connection, expected, isOver)
      } catch (error) {
        return reject(error)
      }
      if (answer) leave(/** @type {Injected} */ (answer))
      else if (isOver) fail('ERR_INJECT_CLOSED', closedMessage(connection))
    }
    // The server closes if it said so; else it sees that the client goes. One
    // that has switched to another protocol knows nothing of either.
    const leave = (/** @type {Injected} */ done) => {
      if (connection.destroyed || done.status === 101) return resolve(done)
      if (!done.closed) connection.push(null)
    }
    // However much is written in a turn, it is read once.
    let isWaiting = false
    connection.onchange = () => {
      if (isWaiting || answer) return
      isWaiting = true
      setImmediate(() => {
        isWaiting = false
        look(connection.isFinished)
      })
    }
    connection.on('error', () => {})
    connection.on('close', () => {
      look(true)
      if (answer) resolve(answer)
    })
    onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    timer = setTimeout(() => {
      if (answer) return resolve(answer)
      const count = connection.received.length
      fail(
        'ERR_INJECT_TIMEOUT',
        `Waited ${timeout} ms for ${expected.methods.length} answer(s): got ` +
          `${count} byte(s), expected whole answers`,
      )
    }, timeout)
    connection.send(bytes)
    if (!expected.isWhole) {
      // What breaks a rule is refused before that, as over a network.
      setImmediate(() => {
        if (connection.isFinished || connection.destroyed) return
        connection.clientEnded = true
        connection.push(null)
      })
    }
    // A server may have spoken before it was asked.
    look(connection.isFinished || connection.destroyed)
  })
  return outcome.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
}

/** @param {Connection} connection */
function closedMessage(connection) {
  const { length } = connection.received
  return (
    `The server closed the connection: got ${length} byte(s), expected a ` +
    'whole answer'
  )
}

/**
 * @param {Connection} connection
 * @param {Expected} expected
 * @param {boolean} isOver whether nothing more comes
 * @returns {Injected | null} null: not all there yet
 */
function read(connection, { methods, isWhole }, isOver) {
  const raw = connection.received
  const all = parseResponses(connection, methods, isOver)
  const responses = all.filter(isFinal)
  // A server that closes has said what it had to say.
  const isEnough = isOver
    ? responses.length > 0
    : isWhole && responses.length >= methods.length
  if (!isEnough) return null
  return {
    ...responses[0],
    responses,
    informational: all.filter((response) => !isFinal(response)),
    raw,
    closed: isOver || closes(responses[responses.length - 1]),
    clientEnded: connection.clientEnded,
  }
}

/** @param {InjectedResponse} response that may say that it is the last */
function closes({ headers }) {
  return /(?:^|,)\s*close\s*(?:,|$)/i.test(
    fieldValue(headers, 'connection') ?? '',
  )
}

/** @param {InjectedResponse} response */
const isFinal = ({ status }) => status >= 200 || status === 101

const CRLF = Uint8Array.of(13, 10)

/** @param {Uint8Array} bytes @returns {Buffer} the same bytes, no copy */
const bufferOf = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * @param {Uint8Array} bytes
 * @param {number} [start]
 * @param {number} [end]
 */
const latin1 = (bytes, start, end) =>
  bufferOf(bytes).toString('latin1', start, end)

/**
 * @param {Uint8Array} bytes
 * @param {Uint8Array} wanted
 * @param {number} from
 * @returns {number} -1: it is not there
 */
const indexOf = (bytes, wanted, from) => bufferOf(bytes).indexOf(wanted, from)

/** @param {Uint8Array[]} parts */
function concat(parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const whole = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/**
 * @typedef {object} Head
 * @property {string} line the first
 * @property {[string, string][]} fields
 * @property {number} end after the empty line
 */

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @returns {Head | null} null: its end is not there
 */
function parseHead(bytes, start) {
  const end = indexOf(bytes, Uint8Array.of(13, 10, 13, 10), start)
  if (end === -1) return null
  const [line, ...lines] = latin1(bytes, start, end).split('\r\n')
  return { line, fields: lines.map(fieldOf), end: end + 4 }
}

/** @param {string} line @returns {[string, string]} */
function fieldOf(line) {
  const colon = line.indexOf(':')
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
  return [line.slice(0, colon), value]
}

/**
 * @param {[string, string][]} fields
 * @param {string} name in lower case
 */
const fieldValue = (fields, name) =>
  fields.find((field) => field[0].toLowerCase() === name)?.[1]

/**
 * @typedef {object} Body
 * @property {Uint8Array} body
 * @property {[string, string][]} trailers
 * @property {number} end
 */

/**
 * @param {string} text of Content-Length (RFC 9110 §8.6)
 * @returns {number | null} in bytes; null: it is not digits alone, and
 *   `Number()` would take `-30` and `0x10`
 */
const lengthOf = (text) => (/^\d+$/.test(text) ? Number(text) : null)

/**
 * @param {string} line before a chunk, with extensions or without
 * @returns {number | null} in bytes; null: it is not a size
 */
function sizeOf(line) {
  const digits = /^([\da-f]+)[ \t]*(?:;|$)/i.exec(line)?.[1]
  return digits === undefined ? null : Number.parseInt(digits, 16)
}

/**
 * A body in chunks (RFC 9112 §7.1).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @returns {Body | null} null: its end is not there
 */
function parseChunks(bytes, start) {
  /** @type {Uint8Array[]} */
  const parts = []
  for (let offset = start; ; ) {
    const lineEnd = indexOf(bytes, CRLF, offset)
    if (lineEnd === -1) return null
    const size = sizeOf(latin1(bytes, offset, lineEnd))
    if (size === null) return null
    if (size === 0) return parseTrailers(bytes, lineEnd, concat(parts))
    const end = lineEnd + 2 + size
    if (bytes.length < end + 2) return null
    parts.push(bytes.slice(lineEnd + 2, end))
    offset = end + 2
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} lineEnd of the last chunk's size
 * @param {Uint8Array} body
 * @returns {Body | null}
 */
function parseTrailers(bytes, lineEnd, body) {
  const end = indexOf(bytes, Uint8Array.of(13, 10, 13, 10), lineEnd)
  if (end === -1) return null
  const lines = latin1(bytes, lineEnd + 2, end)
    .split('\r\n')
    .filter(Boolean)
  return { body, trailers: lines.map(fieldOf), end: end + 4 }
}

/**
 * @param {Connection} connection
 * @param {string[]} methods of the requests, in order: the answer to a HEAD
 *   has no body
 * @param {boolean} isOver whether nothing more comes
 * @returns {InjectedResponse[]} those that are whole
 */
function parseResponses(connection, methods, isOver) {
  const bytes = connection.received
  /** @type {InjectedResponse[]} */
  const responses = []
  let finals = 0
  for (let offset = 0; offset < bytes.length; ) {
    const head = parseHead(bytes, offset)
    if (head === null) break
    const match = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(head.line)
    if (!match) {
      throw failure(
        'ERR_INJECT_BAD_RESPONSE',
        `Got ${JSON.stringify(head.line)}, expected a status line such as ` +
          '"HTTP/1.1 200 OK"',
        connection,
      )
    }
    const status = Number(match[1])
    const method = methods[finals] ?? 'GET'
    const rest = restOf(connection, head, { status, method, isOver })
    if (rest === null) break
    const { body, trailers, end } = rest
    const reason = match[2] ?? ''
    const response = { status, reason, headers: head.fields, body, trailers }
    responses.push(response)
    if (isFinal(response)) finals++
    offset = end
  }
  return responses
}

/**
 * What comes after the head of a response (RFC 9112 §6.3).
 *
 * @param {Connection} connection
 * @param {Head} head
 * @param {{ status: number, method: string, isOver: boolean }} context
 * @returns {Body | null} null: its end is not there
 */
function restOf(connection, { fields, end }, { status, method, isOver }) {
  const bytes = connection.received
  const empty = new Uint8Array()
  const isBodyless = status < 200 || status === 204 || status === 304
  if (isBodyless || method === 'HEAD') {
    return { body: empty, trailers: [], end }
  }
  if (/chunked\s*$/i.test(fieldValue(fields, 'transfer-encoding') ?? '')) {
    return parseChunks(bytes, end)
  }
  const field = fieldValue(fields, 'content-length')
  const length = field === undefined ? bytes.length - end : lengthOf(field)
  if (length === null) {
    throw failure(
      'ERR_INJECT_BAD_RESPONSE',
      `Got ${JSON.stringify(field)} as Content-Length, expected digits`,
      connection,
    )
  }
  // Without a length the body ends where the connection does.
  if (field === undefined && !isOver) return null
  const bodyEnd = end + length
  if (bodyEnd > bytes.length) return null
  return { body: bytes.slice(end, bodyEnd), trailers: [], end: bodyEnd }
}

/**
 * @typedef {object} Expected
 * @property {string[]} methods of the requests; an answer for each
 * @property {boolean} isWhole whether the last one is whole, so that the
 *   server has no reason to wait for more
 */

/**
 * Where requests end, so that it is known how many answers there will be.
 * Whether they are right is for the server to say.
 *
 * @param {Uint8Array} bytes
 * @returns {Expected}
 */
function expectedAnswers(bytes) {
  /** @type {string[]} */
  const methods = []
  for (let offset = 0; offset < bytes.length; ) {
    while (bytes[offset] === 13 || bytes[offset] === 10) offset++
    const head = parseHead(bytes, offset)
    if (head === null) return { methods: atLeastOne(methods), isWhole: false }
    methods.push(head.line.split(' ')[0])
    const { fields, end } = head
    const length = lengthOf(fieldValue(fields, 'content-length') ?? '0')
    const isChunked = fieldValue(fields, 'transfer-encoding') !== undefined
    const lengthEnd = length === null ? undefined : end + length
    const bodyEnd = isChunked ? parseChunks(bytes, end)?.end : lengthEnd
    const isWhole = bodyEnd !== undefined && bodyEnd <= bytes.length
    if (!isWhole) return { methods, isWhole: false }
    offset = bodyEnd
  }
  return { methods: atLeastOne(methods), isWhole: methods.length > 0 }
}

/** @param {string[]} methods */
const atLeastOne = (methods) => (methods.length > 0 ? methods : ['GET'])

/**
 * @param {InjectedRequest | RawRequest} request
 * @returns {Uint8Array}
 */
function bytesOf(request) {
  if (typeof request !== 'object' || request === null) {
    throw badRequest('request', request, 'an object { method, target, … }')
  }
  if ('raw' in request) return toBytes(request.raw, 'request.raw')
  const { method = 'GET', target = '/', headers = {}, body } = request
  if (typeof method !== 'string') {
    throw badRequest('request.method', method, 'a string such as "GET"')
  }
  if (typeof target !== 'string') {
    throw badRequest('request.target', target, 'a string such as "/hello"')
  }
  const content =
    body === undefined ? new Uint8Array() : toBytes(body, 'request.body')
  const fields = fieldsOf(headers)
  const names = new Set(fields.map(([name]) => name.toLowerCase()))
  if (!names.has('host')) fields.unshift(['Host', 'localhost'])
  const hasLength =
    names.has('content-length') || names.has('transfer-encoding')
  if (body !== undefined && !hasLength) {
    fields.push(['Content-Length', String(content.length)])
  }
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  for (const line of lines) {
    if (!/[\r\n]/.test(line)) continue
    throw badRequest('a line', line, 'no line end in it; send it as raw')
  }
  const head = toBytes(`${lines.join('\r\n')}\r\n\r\n`, 'request.headers')
  return concat([head, content])
}

/**
 * @param {unknown} headers
 * @returns {[string, string][]}
 */
function fieldsOf(headers) {
  const isList = Array.isArray(headers)
  if (typeof headers !== 'object' || headers === null) {
    throw badRequest('request.headers', headers, 'an object or a list of pairs')
  }
  /** @type {unknown[]} */
  const entries = isList ? headers : Object.entries(headers)
  return entries.flatMap((entry) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      throw badRequest('request.headers', entry, 'pairs [name, value]')
    }
    const [name, value] = entry
    return [value].flat().map((one) => {
      if (typeof one !== 'string' && typeof one !== 'number') {
        throw badRequest(`the field ${name}`, one, 'a string or a number')
      }
      return /** @type {[string, string]} */ ([`${name}`, `${one}`])
    })
  })
}

/**
 * @param {unknown} text
 * @param {string} name
 */
function toBytes(text, name) {
  if (text instanceof Uint8Array) return text
  if (typeof text === 'string') return new TextEncoder().encode(text)
  throw badRequest(name, text, 'a string or a Uint8Array')
}

/** @param {unknown} server */
function checkServer(server) {
  const { emit, listenerCount } = /** @type {any} */ (server ?? {})
  const isEmitter = typeof emit === 'function'
  const count = isEmitter
    ? listenerCount?.call(server, 'connection')
    : undefined
  if (isEmitter && count !== 0) return
  throw coded(
    'ERR_INJECT_BAD_SERVER',
    `inject: got ${isEmitter ? 'no listener for connections' : kind(server)}, ` +
      'expected an http.Server',
  )
}

/**
 * @param {unknown} options
 * @returns {{ timeout?: number, signal?: AbortSignal }}
 */
function checkOptions(options) {
  if (typeof options !== 'object' || options === null) {
    throw badOption('options', options, 'an object { timeout, signal }')
  }
  const { timeout, signal } = /** @type {any} */ (options)
  const isTime = Number.isFinite(timeout) && timeout > 0
  if (timeout !== undefined && !isTime) {
    throw badOption('timeout', timeout, 'a number of ms above 0')
  }
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
    throw badOption('signal', signal, 'an AbortSignal')
  }
  return { timeout, signal }
}

/** @param {unknown} value */
const kind = (value) =>
  typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : typeof value

/**
 * @param {string} code
 * @param {string} message
 */
const coded = (code, message) => Object.assign(new TypeError(message), { code })

/**
 * @param {string} what
 * @param {unknown} got
 * @param {string} expected
 */
const badRequest = (what, got, expected) =>
  coded(
    'ERR_INJECT_BAD_REQUEST',
    `inject: got ${kind(got)} as ${what}, expected ${expected}`,
  )

/**
 * @param {string} what
 * @param {unknown} got
 * @param {string} expected
 */
const badOption = (what, got, expected) =>
  coded(
    'ERR_INJECT_BAD_OPTION',
    `inject: got ${kind(got)} as ${what}, expected ${expected}`,
  )

/**
 * @param {string} code
 * @param {string} message
 * @param {{ received: Uint8Array, clientEnded: boolean }} connection
 */
const failure = (code, message, { received: raw, clientEnded }) =>
  Object.assign(new Error(message), { code, raw, clientEnded })
