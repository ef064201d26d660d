/** What lib/_http_server.js of Node 26 does. */
import { Buffer } from '../buffer.js'
import {
  checkInteger,
  invalidArgType,
  invalidArgValue,
  nodeError,
  outOfRange,
  rangeError,
} from '../errors.js'
import { clearInterval, nextTick, setInterval } from '../loop.js'
import { Server as NetServer } from '../net.js'
import { STATUS_CODES } from './constants.js'
import {
  connectionReset,
  headersSent,
  invalidChar,
  isInvalidValue,
  validateHeaderName,
  validateHeaderValue,
} from './errors.js'
import { IncomingMessage, readStart } from './incoming.js'
import { OutgoingMessage, pairs } from './outgoing.js'
import { Parser } from './parser.js'

/** @import { Done } from './outgoing.js' */
/** @import { Head, ParseError } from './parser.js' */

export class ServerResponse extends OutgoingMessage {
  /** @type {string | undefined} */
  statusMessage = undefined
  _sent100 = false
  _expectsContinue = false

  /**
   * @param {any} req
   * @param {any} [options]
   */
  constructor(req, options) {
    super(options)
    if (req.method === 'HEAD') this._hasBody = false
    this.req = req
    this.sendDate = true
    if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
      this.useChunkedEncodingByDefault = /(?:^|\W)chunked(?:$|\W)/i.test(
        req.headers?.te,
      )
      this.shouldKeepAlive = false
    }
  }

  /** @param {any} socket */
  assignSocket(socket) {
    if (socket._httpMessage) {
      throw nodeError(
        'ERR_HTTP_SOCKET_ASSIGNED',
        'ServerResponse has an already assigned socket',
      )
    }
    socket._httpMessage = this
    socket.on('close', onServerResponseClose)
    this.socket = socket
    this.emit('socket', socket)
    this._flush()
  }

  /** @param {any} socket */
  detachSocket(socket) {
    socket.off('close', onServerResponseClose)
    socket._httpMessage = null
    this.socket = null
  }

  /**
   * Sends a status that is not the answer yet (RFC 9110 §15.2).
   *
   * @param {number} status 100–199, and not 101
   * @param {any} [headers]
   * @param {Done} [callback]
   */
  writeInformation(status, headers, callback) {
    if (this._header) throw headersSent('write')
    checkInteger(status, 'statusCode', 100, 199)
    if (status === 101) throw invalidStatus(status)
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
    const entries = Array.isArray(headers)
      ? pairs(headers)
      : Object.entries(headers ?? {})
    for (const [name, value] of entries) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      head += `${name}: ${value}\r\n`
    }
    return this._writeRaw(`${head}\r\n`, 'latin1', callback)
  }

  /** @param {Done} [callback] */
  writeContinue(callback) {
    this.writeInformation(100, null, callback)
    this._sent100 = true
  }

  /** @param {Done} [callback] */
  writeProcessing(callback) {
    this.writeInformation(102, null, callback)
  }

  /**
   * @param {Record<string, any>} hints with `link`
   * @param {Done} [callback]
   */
  writeEarlyHints(hints, callback) {
    const { link, ...others } = hints
    if (link === null || link === undefined) return
    const links = [link].flat()
    if (links.length === 0) return
    const headers = { Link: links.join(', '), ...others }
    this.writeInformation(103, headers, callback)
  }

  /** @override */
  _implicitHeader() {
    this.writeHead(this.statusCode)
  }

  /**
   * @param {number} status
   * @param {any} [reason] or the headers
   * @param {any} [headers] an object or a list
   */
  writeHead(status, reason, headers) {
    if (this._header) throw headersSent('write')
    const code = status | 0
    if (code < 100 || code > 999) throw invalidStatus(status)
    if (typeof reason === 'string') this.statusMessage = reason
    else {
      this.statusMessage ||= STATUS_CODES[code] || 'unknown'
      headers ??= reason
    }
    this.statusCode = code
    if (this._hasFields) {
      this.#addFields(headers)
      headers = null
    }
    if (isInvalidValue(this.statusMessage)) throw invalidChar('statusMessage')
    const isInformation = code >= 100 && code <= 199
    if (code === 204 || code === 304 || isInformation) this._hasBody = false
    if (this._expectsContinue && !this._sent100) this.shouldKeepAlive = false
    this._storeHeader(`HTTP/1.1 ${code} ${this.statusMessage}\r\n`, headers)
    return this
  }

  /** @param {any} headers */
  #addFields(headers) {
    if (!Array.isArray(headers)) {
      for (const [name, value] of Object.entries(headers ?? {})) {
        if (name) this.setHeader(name, value)
      }
      return
    }
    if (headers.length % 2 !== 0) throw invalidArgValue('headers', headers)
    const fields = pairs(headers)
    for (const [name] of fields) this.removeHeader(name)
    for (const [name, value] of fields) {
      if (name) this.appendHeader(name, value)
    }
  }
}

/** @param {unknown} status */
const invalidStatus = (status) =>
  rangeError('ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${status}`)

/** @this {any} */
function onServerResponseClose() {
  this._httpMessage?._emitClose()
}

/** Times in ms, and what they are when nothing is said. */
const TIMES = {
  requestTimeout: 300_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 5_000,
  keepAliveTimeoutBuffer: 1_000,
  connectionsCheckingInterval: 30_000,
}

export class Server extends NetServer {
  requestTimeout = TIMES.requestTimeout
  headersTimeout = TIMES.headersTimeout
  keepAliveTimeout = TIMES.keepAliveTimeout
  keepAliveTimeoutBuffer = TIMES.keepAliveTimeoutBuffer
  connectionsCheckingInterval = TIMES.connectionsCheckingInterval
  timeout = 0
  /** @type {number | null} */
  maxHeadersCount = null
  maxRequestsPerSocket = 0
  httpAllowHalfOpen = false
  /** @type {Set<Connection>} */
  #connections = new Set()
  /** @type {any} */
  #checking

  /**
   * @param {any} [options]
   * @param {(req: any, res: any) => void} [listener]
   */
  constructor(options, listener) {
    if (typeof options === 'function') {
      listener = options
      options = {}
    }
    if (options !== undefined && options !== null) checkObject(options)
    options ??= {}
    super({ allowHalfOpen: true, highWaterMark: options.highWaterMark })
    Object.assign(this, timesOf(options))
    this.IncomingMessage = options.IncomingMessage || IncomingMessage
    this.ServerResponse = options.ServerResponse || ServerResponse
    this.maxHeaderSize = options.maxHeaderSize
    this.requireHostHeader = options.requireHostHeader ?? true
    this.joinDuplicateHeaders = options.joinDuplicateHeaders
    this.rejectNonStandardBodyWrites =
      options.rejectNonStandardBodyWrites ?? false
    this.shouldUpgradeCallback =
      options.shouldUpgradeCallback ?? (() => this.listenerCount('upgrade') > 0)
    if (listener) this.on('request', listener)
    this.on('connection', (/** @type {any} */ socket) => {
      const connection = new Connection(this, socket)
      this.#connections.add(connection)
      socket.once('close', () => this.#connections.delete(connection))
    })
    this.on('listening', () => {
      clearInterval(this.#checking)
      const check = () => this.#checkTimes()
      this.#checking = setInterval(check, this.connectionsCheckingInterval)
      this.#checking.unref()
    })
  }

  #checkTimes() {
    for (const connection of [...this.#connections]) {
      const since = connection.waitingSince
      if (since === null) continue
      const passed = performance.now() - since
      const most = connection.hasHead
        ? this.requestTimeout
        : this.headersTimeout
      if (most > 0 && passed >= most) connection.expire()
    }
  }

  /**
   * @override
   * @param {(error?: Error) => void} [callback]
   */
  close(callback) {
    this.closeIdleConnections()
    clearInterval(this.#checking)
    return super.close(callback)
  }

  closeAllConnections() {
    for (const { socket } of [...this.#connections]) socket.destroy()
  }

  /** Closes those that have had their answers and sent nothing since. */
  closeIdleConnections() {
    for (const connection of [...this.#connections]) {
      if (connection.isIdle) connection.socket.destroy()
    }
  }

  /**
   * @param {number} ms
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    this.timeout = ms
    if (callback) this.on('timeout', callback)
    return this
  }
}

/** @param {unknown} options */
function checkObject(options) {
  if (typeof options === 'object' && !Array.isArray(options)) return
  throw invalidArgType('options', 'of type object', options)
}

/** @param {any} options */
function timesOf(options) {
  /** @type {Record<string, number>} */
  const times = { ...TIMES }
  for (const name of Object.keys(TIMES)) {
    if (options[name] === undefined) continue
    checkInteger(options[name], name, 0)
    times[name] = options[name]
  }
  if (options.headersTimeout === undefined) {
    times.headersTimeout = Math.min(60_000, times.requestTimeout)
  }
  const { requestTimeout, headersTimeout } = times
  if (requestTimeout > 0 && headersTimeout > requestTimeout) {
    throw outOfRange('headersTimeout', '<= requestTimeout', headersTimeout)
  }
  if (options.maxHeaderSize !== undefined) {
    checkInteger(options.maxHeaderSize, 'maxHeaderSize', 0)
  }
  return times
}

/** @param {number} status @param {string} [reason] */
const refusal = (status, reason = STATUS_CODES[status]) =>
  Buffer.from(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n\r\n`)

/** @type {Record<string, number>} */
const REFUSALS = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const noop = () => {}

/** One connection of a server: its requests, and their answers in order. */
class Connection {
  /** @type {any[]} */
  #incoming = []
  /** @type {any[]} answers that wait for the one before */
  #outgoing = []
  #outgoingData = 0
  #requests = 0
  #isTimeoutSet = false
  /** @type {any} the request that is being read */
  #current = null
  /** When the request that is being read began; null: none is. */
  #since = /** @type {number | null} */ (performance.now())
  #hasHead = false

  /**
   * @param {any} server
   * @param {any} socket
   */
  constructor(server, socket) {
    this.server = server
    this.socket = socket
    socket.server = server
    if (server.timeout) socket.setTimeout?.(server.timeout)
    this.parser = new Parser(
      'request',
      {
        onHead: (head) => this.#onHead(head),
        onBody: (bytes) => this.#onBody(bytes),
        onComplete: (trailers) => this.#onComplete(trailers),
      },
      { maxHeaderSize: server.maxHeaderSize },
    )
    socket.parser = this.parser
    socket.on('timeout', this.#onTimeout)
    socket.on('data', this.#onData)
    socket.on('error', this.#onError)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    socket.on('drain', this.#onDrain)
    socket.on('resume', this.#onResume)
    socket._paused = false
  }

  get waitingSince() {
    return this.#since
  }

  get hasHead() {
    return this.#hasHead
  }

  get isIdle() {
    const message = this.socket._httpMessage
    return this.#since === null && (!message || message.finished)
  }

  expire() {
    this.#onError(nodeError('ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout'))
  }

  #onTimeout = () => {
    const { socket, server } = this
    const request = this.#current
    const isHandled = [
      request && !request.complete && request.emit('timeout', socket),
      socket._httpMessage?.emit('timeout', socket),
      server.emit('timeout', socket),
    ]
    if (!isHandled.some(Boolean)) socket.destroy()
  }

  #onData = (/** @type {any} */ bytes) => {
    this.#since ??= performance.now()
    const result = this.parser.execute(bytes)
    if (result instanceof Error) {
      const error = Object.assign(result, { rawPacket: bytes })
      this.#onError(error)
    } else if (this.parser.isUpgraded) this.#upgrade(bytes.subarray(result))
  }

  /** @param {Uint8Array} rest */
  #upgrade(rest) {
    const { socket, server } = this
    const request = this.#current
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade'
    socket.off('timeout', this.#onTimeout)
    socket.off('data', this.#onData)
    socket.off('error', this.#onError)
    socket.off('end', this.#onEnd)
    socket.off('close', this.#onClose)
    socket.off('drain', this.#onDrain)
    socket.parser = null
    this.#since = null
    if (server.listenerCount(event) === 0) return socket.destroy()
    socket.readableFlowing = null
    server.emit(event, request, socket, rest)
  }

  #onError = (/** @type {any} */ error) => {
    const { socket, server } = this
    socket.off('error', this.#onError)
    if (socket.listenerCount('error') === 0) socket.on('error', noop)
    if (server.emit('clientError', error, socket)) return
    const message = socket._httpMessage
    if (socket.writable && !message?._headerSent) {
      socket.write(refusal(REFUSALS[error.code] ?? 400))
    }
    socket.destroy(error)
  }

  #onEnd = () => {
    const { socket, server } = this
    const error = this.parser.finish()
    if (error) this.#onError(error)
    else if (!server.httpAllowHalfOpen) socket.end()
    else {
      const last = this.#outgoing.at(-1) ?? socket._httpMessage
      if (last) last._last = true
      else socket.end()
    }
  }

  #onClose = () => {
    this.socket.parser = null
    for (const one of this.#incoming.splice(0)) {
      one.destroy(connectionReset('aborted'))
    }
    for (const one of this.#outgoing.splice(0)) {
      one.destroy(connectionReset('aborted'))
    }
  }

  #onDrain = () => {
    const { socket } = this
    const isFull = this.#outgoingData > socket.writableHighWaterMark
    if (socket._paused && !isFull) {
      socket._paused = false
      socket.resume()
    }
    const message = socket._httpMessage
    const waits = message && !message.finished && message._needsDrain
    if (waits && message.writableLength === 0) {
      message._needsDrain = false
      message.emit('drain')
    }
  }

  #onResume = () => {
    if (this.socket._paused) this.socket.pause()
  }

  /** @param {Head} head */
  #onHead(head) {
    const { server, socket } = this
    const request = new server.IncomingMessage(socket)
    this.#current = request
    this.#hasHead = true
    request.httpVersionMajor = head.major
    request.httpVersionMinor = head.minor
    request.httpVersion = `${head.major}.${head.minor}`
    request.joinDuplicateHeaders = Boolean(server.joinDuplicateHeaders)
    request.url = head.url
    request.method = head.method
    const most = server.maxHeadersCount
    request.rawHeaders =
      typeof most === 'number' && most > 0
        ? head.rawHeaders.slice(0, most * 2)
        : head.rawHeaders
    this.#resetTimeout()
    if (head.upgrade) {
      request.upgrade =
        head.method === 'CONNECT' ||
        Boolean(server.shouldUpgradeCallback(request))
      if (request.upgrade) return 2
    }
    this.#answer(request, head.keepAlive)
    return 0
  }

  #resetTimeout() {
    if (!this.#isTimeoutSet) return
    this.socket.setTimeout(this.server.timeout || 0)
    this.#isTimeoutSet = false
  }

  /**
   * @param {any} request
   * @param {boolean} keepAlive
   */
  #answer(request, keepAlive) {
    const { server, socket } = this
    this.#incoming.push(request)
    const mark = socket.writableHighWaterMark
    const needsDrain = socket._writableState?.needDrain
    if (!socket._paused && (needsDrain || this.#outgoingData >= mark)) {
      socket._paused = true
      socket.pause()
    }
    const response = new server.ServerResponse(request, {
      highWaterMark: mark,
      rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites,
    })
    response._keepAliveTimeout = server.keepAliveTimeout
    response._maxRequestsPerSocket = server.maxRequestsPerSocket
    response._onPendingData = (/** @type {number} */ size) => {
      this.#outgoingData += size
      this.#onDrain()
    }
    response.shouldKeepAlive = keepAlive
    if (socket._httpMessage) this.#outgoing.push(response)
    else response.assignSocket(socket)
    response.on('finish', () => this.#onFinish(request, response))
    if (request.httpVersion === '1.1' && this.#isAnswered(request, response)) {
      return
    }
    server.emit('request', request, response)
  }

  /**
   * What HTTP/1.1 itself asks of a request.
   *
   * @param {any} request
   * @param {any} response
   * @returns {boolean} whether there is an answer, or somebody gives it
   */
  #isAnswered(request, response) {
    const { server, socket } = this
    const { host, expect } = request.headers
    if (server.requireHostHeader && host === undefined) {
      response.writeHead(400, ['Connection', 'close'])
      response.end()
      return true
    }
    const most = server.maxRequestsPerSocket
    if (typeof most === 'number' && most > 0) {
      this.#requests++
      response.maxRequestsOnConnectionReached = most <= this.#requests
      if (most < this.#requests) {
        server.emit('dropRequest', request, socket)
        response.writeHead(503)
        response.end()
        return true
      }
    }
    if (expect === undefined) return false
    if (/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
      response._expectsContinue = true
      if (server.emit('checkContinue', request, response)) return true
      response.writeContinue()
      return false
    }
    if (server.emit('checkExpectation', request, response)) return true
    response.writeHead(417)
    response.end()
    return true
  }

  /** @param {Uint8Array} bytes */
  #onBody(bytes) {
    const request = this.#current
    if (!request || request._dumped) return
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (!request.push(chunk)) this.socket.pause()
  }

  /** @param {string[]} trailers */
  #onComplete(trailers) {
    const request = this.#current
    this.#since = null
    this.#hasHead = false
    if (request) {
      request.complete = true
      if (trailers.length > 0) request.rawTrailers = trailers
      request.push(null)
    }
    readStart(this.socket)
  }

  /**
   * @param {any} request
   * @param {any} response
   */
  #onFinish(request, response) {
    const { socket } = this
    this.#incoming.shift()
    const isUnread =
      !request._consuming && !request._readableState.resumeScheduled
    if (isUnread) request._dump()
    response.detachSocket(socket)
    nextTick(() => response._emitClose())
    if (response._last) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon()
      else socket.end()
    } else if (this.#outgoing.length === 0) this.#waitForNext()
    else this.#outgoing.shift().assignSocket(socket)
  }

  /** An idle connection is kept for a while. */
  #waitForNext() {
    const { server, socket } = this
    const { keepAliveTimeout: idle, keepAliveTimeoutBuffer: more } = server
    if (!(Number.isFinite(idle) && idle > 0)) return
    const extra = Number.isFinite(more) && more >= 0 ? more : 1000
    socket.setTimeout?.(idle + extra)
    this.#isTimeoutSet = true
  }
}

/**
 * @param {any} [options]
 * @param {(req: any, res: any) => void} [listener]
 */
export const createServer = (options, listener) => new Server(options, listener)
