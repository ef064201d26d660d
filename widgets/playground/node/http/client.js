/** What lib/_http_client.js and lib/_http_agent.js of Node 26 do. */
import { Buffer } from '../buffer.js'
import { checkString, invalidArgType, typeError } from '../errors.js'
import { EventEmitter } from '../events.js'
import { nextTick } from '../loop.js'
import { createConnection } from '../net.js'
import { finished } from '../stream.js'
import { connectionReset, isToken } from './errors.js'
import { IncomingMessage, readStart } from './incoming.js'
import { OutgoingMessage } from './outgoing.js'
import { Parser } from './parser.js'

/** @import { Head } from './parser.js' */

const NO_BODY = new Set('GET HEAD DELETE OPTIONS TRACE CONNECT'.split(' '))

/** @param {URL} url */
function optionsOf(url) {
  const { protocol, hostname, port, pathname, search, username, password } = url
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const auth =
    username || password
      ? `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
      : undefined
  return {
    protocol,
    hostname: host,
    path: `${pathname}${search}`,
    ...(port === '' ? {} : { port: Number(port) }),
    ...(auth === undefined ? {} : { auth }),
  }
}

/**
 * @param {any[]} args (url, options, callback), each of the first two optional
 * @returns {[options: any, callback: any]}
 */
function normalize(args) {
  const callback = args.find((arg) => typeof arg === 'function')
  const [first, second] = args
  const url = typeof first === 'string' ? new URL(first) : first
  if (!(url instanceof URL)) return [{ ...first }, callback]
  const more = typeof second === 'object' ? second : {}
  return [{ ...optionsOf(url), ...more }, callback]
}

/** @param {unknown} path */
function checkPath(path) {
  if (!/[^\u0021-\u00ff]/.test(String(path))) return String(path)
  throw typeError(
    'ERR_UNESCAPED_CHARACTERS',
    'Request path contains unescaped characters',
  )
}

/** A request that is being sent, and its response. */
export class ClientRequest extends OutgoingMessage {
  aborted = false
  reusedSocket = false
  /** @type {any} */
  res = null
  /** @type {Error | undefined} */
  _cause = undefined
  _ended = false
  _hadError = false
  /** @type {string} */
  method
  #path

  /** @param {...any} args */
  constructor(...args) {
    super()
    const [options, callback] = normalize(args)
    this.agent = agentOf(options)
    const protocol = options.protocol || 'http:'
    const expected = this.agent?.protocol ?? 'http:'
    if (protocol !== expected) {
      throw typeError(
        'ERR_INVALID_PROTOCOL',
        `Protocol "${protocol}" not supported. Expected "${expected}"`,
      )
    }
    this.#path = checkPath(options.path || '/')
    this.method = methodOf(options.method)
    this.protocol = protocol
    this.host = options.hostname || options.host || 'localhost'
    this.port =
      options.port || options.defaultPort || this.agent?.defaultPort || 80
    this.useChunkedEncodingByDefault = !NO_BODY.has(this.method)
    if (callback) this.once('response', callback)
    this.shouldKeepAlive = Boolean(
      this.agent &&
        (this.agent.keepAlive || Number.isFinite(this.agent.maxSockets)),
    )
    this._last = !this.shouldKeepAlive
    if (options.signal) this.#follow(options.signal)
    this.#setFields(options)
    if (options.timeout) this.setTimeout(options.timeout)
    this.#start(options)
  }

  get path() {
    return this.#path
  }

  set path(path) {
    this.#path = checkPath(path)
  }

  /** @param {AbortSignal} signal */
  #follow(signal) {
    const abort = () => {
      const error = new Error('The operation was aborted')
      const fields = { name: 'AbortError', code: 'ABORT_ERR' }
      this.destroy(Object.assign(error, fields, { cause: signal.reason }))
    }
    if (signal.aborted) nextTick(abort)
    else {
      signal.addEventListener('abort', abort, { once: true })
      this.once('close', () => signal.removeEventListener('abort', abort))
    }
  }

  /** @param {any} options */
  #setFields({ headers, setHost = true, auth }) {
    if (Array.isArray(headers)) {
      this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, headers)
      return
    }
    for (const [name, value] of Object.entries(headers ?? {})) {
      this.setHeader(name, value)
    }
    if (setHost && !this.getHeader('host')) this.setHeader('Host', this.#host)
    if (auth && !this.getHeader('authorization')) {
      const credentials = Buffer.from(auth).toString('base64')
      this.setHeader('Authorization', `Basic ${credentials}`)
    }
    if (this.getHeader('expect')) this._implicitHeader()
  }

  get #host() {
    const name = /:.*:/.test(this.host) ? `[${this.host}]` : this.host
    const isDefault = Number(this.port) === (this.agent?.defaultPort ?? 80)
    return isDefault ? name : `${name}:${this.port}`
  }

  /** @param {any} options */
  #start(options) {
    const target = { ...options, host: this.host, port: this.port }
    delete target.path
    delete target.signal
    delete target.timeout
    if (this.agent) return this.agent.addRequest(this, target)
    const connect = options.createConnection ?? createConnection
    this.onSocket(connect(target))
  }

  /** @override */
  _implicitHeader() {
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, null)
  }

  abort() {
    if (this.aborted) return
    this.aborted = true
    nextTick(() => this.emit('abort'))
    this.destroy()
  }

  /**
   * @override
   * @param {Error} [error]
   */
  destroy(error) {
    if (!this._beginDestroy()) return this
    this.res?._dump()
    if (this.writableFinished && this.res?.complete) return this
    this._cause = error
    this.socket?.destroy(error)
    return this
  }

  /**
   * @param {any} socket
   * @param {Error} [error]
   */
  onSocket(socket, error) {
    if (socket && !error) {
      socket._httpMessage = this
      socket.on('error', onSocketError)
    }
    nextTick(() => {
      if (this.destroyed || error) this.#giveUp(socket, error)
      else {
        new Exchange(this, socket)
        this._flush()
      }
    })
  }

  /**
   * @param {any} socket
   * @param {Error | undefined} error
   */
  #giveUp(socket, error) {
    this.destroyed = true
    const end = (/** @type {any} */ cause) => {
      const failure = cause ?? (this.aborted ? null : hangUp())
      if (failure && !socket?._hadError) this.emit('error', failure)
      this._closed = true
      this.emit('close')
    }
    const known = error ?? this._cause
    if (!socket) return end(known)
    if (!error && this.agent && !socket.destroyed) {
      socket.emit('free')
      socket.off('error', onSocketError)
      return end(known)
    }
    finished(socket.destroy(known), (/** @type {any} */ cause) => {
      const isEarly = cause?.code === 'ERR_STREAM_PREMATURE_CLOSE'
      end((isEarly ? null : cause) ?? known)
    })
  }

  /**
   * @override
   * @param {number} ms
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    if (this._ended) return this
    if (callback) this.once('timeout', callback)
    const set = (/** @type {any} */ socket) => {
      const start = () => socket.setTimeout(ms)
      if (socket.connecting) socket.once('connect', start)
      else start()
      const tell = () => this.emit('timeout')
      socket.on('timeout', tell)
      this.once('close', () => socket.off('timeout', tell))
    }
    if (this.socket) set(this.socket)
    else this.once('socket', set)
    return this
  }

  /** @param {boolean} [noDelay] */
  setNoDelay(noDelay) {
    this.once('socket', (/** @type {any} */ one) => one.setNoDelay(noDelay))
  }

  setSocketKeepAlive() {}
}

const hangUp = () => connectionReset('socket hang up')

/** @param {unknown} method */
function methodOf(method) {
  if (method == null || method === '') return 'GET'
  checkString(method, 'options.method')
  if (isToken(method)) return String(method).toUpperCase()
  throw typeError(
    'ERR_INVALID_HTTP_TOKEN',
    `Method must be a valid HTTP token ["${method}"]`,
  )
}

/** @param {any} options */
function agentOf({ agent, createConnection: connect }) {
  if (agent === false) return new Agent()
  if (agent === null || agent === undefined) {
    return typeof connect === 'function' ? null : globalAgent
  }
  if (typeof agent.addRequest === 'function') return agent
  const expected = 'one of Agent-like Object, undefined, or false'
  throw invalidArgType('options.agent', expected, agent)
}

/** @this {any} a socket */
function onSocketError(/** @type {Error} */ error) {
  const request = this._httpMessage
  if (request) {
    this._hadError = true
    request.emit('error', error)
  }
  this.destroy()
}

/** A request, and its response, on a connection. */
class Exchange {
  /** @type {any} */
  #response = null

  /**
   * @param {ClientRequest} request
   * @param {any} socket
   */
  constructor(request, socket) {
    this.request = request
    this.socket = socket
    this.parser = new Parser('response', {
      onHead: (head) => this.#onHead(head),
      onBody: (bytes) => this.#onBody(bytes),
      onComplete: (trailers) => this.#onComplete(trailers),
    })
    request.socket = socket
    socket._httpMessage = request
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    socket.on('drain', this.#onDrain)
    request.emit('socket', socket)
  }

  #stop() {
    const { socket } = this
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('drain', this.#onDrain)
  }

  #onDrain = () => {
    const { request } = this
    if (request.finished || !request._needsDrain) return
    request._needsDrain = false
    request.emit('drain')
  }

  #onData = (/** @type {any} */ bytes) => {
    const { request, socket, parser } = this
    const result = parser.execute(bytes)
    if (result instanceof Error) {
      this.#stop()
      socket.destroy()
      socket._hadError = true
      request.emit('error', Object.assign(result, { rawPacket: bytes }))
    } else if (parser.isUpgraded) this.#upgrade(bytes.subarray(result))
    else if (this.#response?.complete) this.#stop()
  }

  /** @param {Uint8Array} rest */
  #upgrade(rest) {
    const { request, socket } = this
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade'
    this.#stop()
    if (request.listenerCount(event) === 0) return socket.destroy()
    socket.emit('agentRemove')
    socket.off('close', this.#onClose)
    socket.off('error', onSocketError)
    socket._httpMessage = null
    socket.readableFlowing = null
    request.emit(event, request.res, socket, rest)
    request.destroyed = true
    request._closed = true
    request.emit('close')
  }

  #onEnd = () => {
    const { request, socket } = this
    if (!request.res && !socket._hadError) {
      socket._hadError = true
      request.emit('error', hangUp())
    }
    this.parser.finish()
    socket.destroy()
  }

  #onClose = () => {
    const { request, socket } = this
    const response = request.res
    request.destroyed = true
    this.#stop()
    if (response) {
      if (!response.complete) response.destroy(connectionReset('aborted'))
      request._closed = true
      request.emit('close')
      if (!response.aborted && response.readable) response.push(null)
    } else {
      if (!socket._hadError) {
        socket._hadError = true
        request.emit('error', request._cause ?? hangUp())
      }
      request._closed = true
      request.emit('close')
    }
    request.outputData.length = 0
  }

  /** @param {Head} head */
  #onHead(head) {
    const { request, socket } = this
    if (request.res) {
      socket.destroy()
      return 0
    }
    const response = /** @type {any} */ (new IncomingMessage(socket))
    response.httpVersionMajor = head.major
    response.httpVersionMinor = head.minor
    response.httpVersion = `${head.major}.${head.minor}`
    response.statusCode = head.status
    response.statusMessage = head.reason
    response.rawHeaders = head.rawHeaders
    response.upgrade = head.status === 101 || request.method === 'CONNECT'
    if (response.upgrade) {
      request.res = response
      return 2
    }
    if (head.status >= 100 && head.status < 200) {
      this.#inform(response)
      return 1
    }
    this.#response = response
    request.res = response
    response.req = request
    if (!head.keepAlive) request.shouldKeepAlive = false
    response.on('end', () => this.#onResponseEnd())
    request.on('finish', () => {
      const isFree = request.shouldKeepAlive && request._ended
      if (isFree && !request.destroyed) this.#release()
    })
    if (request.aborted || !request.emit('response', response)) response._dump()
    if (request.method === 'HEAD') return 1
    return 0
  }

  /** @param {any} response with a status of 1xx */
  #inform(response) {
    const { request } = this
    if (response.statusCode === 100) request.emit('continue')
    const { statusCode, statusMessage, headers, rawHeaders } = response
    const { httpVersion, httpVersionMajor, httpVersionMinor } = response
    request.emit('information', {
      statusCode,
      statusMessage,
      httpVersion,
      httpVersionMajor,
      httpVersionMinor,
      headers,
      rawHeaders,
    })
  }

  /** @param {Uint8Array} bytes */
  #onBody(bytes) {
    const response = this.#response
    if (!response || response._dumped) return
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (!response.push(chunk)) this.socket.pause()
  }

  /** @param {string[]} trailers */
  #onComplete(trailers) {
    const response = this.#response
    if (response) {
      response.complete = true
      if (trailers.length > 0) response.rawTrailers = trailers
      response.push(null)
    }
    readStart(this.socket)
  }

  #onResponseEnd() {
    const { request, socket } = this
    request._ended = true
    if (!request.shouldKeepAlive) {
      if (socket.writable) socket.destroySoon()
    } else if (request.writableFinished && !this.#response.aborted) {
      this.#release()
    }
  }

  /** The connection is free for another request. */
  #release() {
    const { request, socket } = this
    this.#stop()
    socket.off('close', this.#onClose)
    socket.off('error', onSocketError)
    request.destroyed = true
    if (request.res) request.res.socket = null
    nextTick(() => {
      request._closed = true
      request.emit('close')
      socket.emit('free')
    })
  }
}

/** Keeps connections for requests to come. */
export class Agent extends EventEmitter {
  static defaultMaxSockets = Number.POSITIVE_INFINITY
  /** @type {Record<string, any[]>} */
  requests = Object.create(null)
  /** @type {Record<string, any[]>} */
  sockets = Object.create(null)
  /** @type {Record<string, any[]>} */
  freeSockets = Object.create(null)
  totalSocketCount = 0

  /** @param {any} [options] */
  constructor(options = {}) {
    super()
    this.options = { noDelay: true, ...options, path: null }
    this.defaultPort = options.defaultPort || 80
    this.protocol = options.protocol || 'http:'
    this.keepAlive = options.keepAlive || false
    this.keepAliveMsecs = options.keepAliveMsecs || 1000
    this.maxSockets = options.maxSockets || Agent.defaultMaxSockets
    this.maxFreeSockets = options.maxFreeSockets || 256
    this.maxTotalSockets = options.maxTotalSockets ?? Number.POSITIVE_INFINITY
    this.scheduling = options.scheduling || 'lifo'
  }

  /** @param {...any} args */
  createConnection(...args) {
    return createConnection(...args)
  }

  /** @param {any} [options] */
  getName({ host = 'localhost', port = '', localAddress = '' } = {}) {
    return `${host}:${port}:${localAddress}`
  }

  /**
   * @param {any} request
   * @param {any} options
   */
  addRequest(request, options) {
    const name = this.getName(options)
    this.sockets[name] ??= []
    const free = (this.freeSockets[name] ?? []).filter((one) => !one.destroyed)
    const socket = this.scheduling === 'fifo' ? free.shift() : free.pop()
    if (free.length > 0) this.freeSockets[name] = free
    else delete this.freeSockets[name]
    if (socket) {
      socket.ref()
      socket.off('timeout', destroyIdle)
      socket.setTimeout(0)
      request.reusedSocket = true
      this.sockets[name].push(socket)
      request.onSocket(socket)
    } else if (
      this.sockets[name].length < this.maxSockets &&
      this.totalSocketCount < this.maxTotalSockets
    ) {
      request.onSocket(this.#connect(name, options))
    } else {
      this.requests[name] ??= []
      this.requests[name].push({ request, options })
    }
  }

  /**
   * @param {string} name
   * @param {any} options
   */
  #connect(name, options) {
    const socket = /** @type {any} */ (this.createConnection(options))
    this.sockets[name] ??= []
    this.sockets[name].push(socket)
    this.totalSocketCount++
    let isGone = false
    const remove = () => {
      if (isGone) return
      isGone = true
      this.#remove(name, socket)
    }
    socket.on('free', () => this.#onFree(name, socket))
    socket.on('close', remove)
    socket.on('agentRemove', remove)
    return socket
  }

  /**
   * @param {string} name
   * @param {any} socket
   */
  #onFree(name, socket) {
    if (!socket.writable) return socket.destroy()
    const next = this.requests[name]?.shift()
    if (this.requests[name]?.length === 0) delete this.requests[name]
    if (next) return next.request.onSocket(socket)
    const request = socket._httpMessage
    const keeps = this.keepAlive && request?.shouldKeepAlive
    const free = this.freeSockets[name] ?? []
    if (!keeps || free.length >= this.maxFreeSockets) return socket.destroy()
    socket._httpMessage = null
    this.sockets[name] = without(this.sockets[name], socket)
    if (this.sockets[name].length === 0) delete this.sockets[name]
    this.freeSockets[name] = [...free, socket]
    socket.unref()
    socket.once('error', () => socket.destroy())
    socket.resume()
    if (this.options.timeout) {
      socket.setTimeout(this.options.timeout)
      socket.on('timeout', destroyIdle)
    }
  }

  /**
   * @param {string} name
   * @param {any} socket
   */
  #remove(name, socket) {
    this.totalSocketCount--
    for (const list of [this.sockets, this.freeSockets]) {
      if (!list[name]) continue
      list[name] = without(list[name], socket)
      if (list[name].length === 0) delete list[name]
    }
    const next = this.requests[name]?.shift()
    if (this.requests[name]?.length === 0) delete this.requests[name]
    if (next) next.request.onSocket(this.#connect(name, next.options))
  }

  /** Closes the connections that are kept. */
  destroy() {
    for (const list of [this.freeSockets, this.sockets]) {
      for (const socket of Object.values(list).flat()) socket.destroy()
    }
  }
}

/** @this {any} a socket */
function destroyIdle() {
  this.destroy()
}

/**
 * @param {any[]} list
 * @param {any} item
 */
const without = (list, item) => list.filter((one) => one !== item)

export const globalAgent = new Agent({
  keepAlive: true,
  scheduling: 'lifo',
  timeout: 5000,
})

/** @param {...any} args (url, options, callback) */
export const request = (...args) => new ClientRequest(...args)

/** @param {...any} args (url, options, callback) */
export function get(...args) {
  const sent = request(...args)
  sent.end()
  return sent
}
