/**
 * node:net without a network: sockets are pairs in memory, and ports exist in
 * this program alone. Events come in the order in which Node.js emits them
 * (lib/net.js of Node 26 is what this was written after).
 */
import { Buffer } from './buffer.js'
import {
  abortError,
  checkFunction,
  invalidArgType,
  nodeError,
  rangeError,
  typeError,
} from './errors.js'
import { EventEmitter } from './events.js'
import { bind, dial } from './http/loopback.js'
import { clearTimeout, nextTick, setTimeout } from './loop.js'
import { Duplex } from './stream.js'

/** @import { Handle, Listener } from './http/loopback.js' */
/** @typedef {{ address: string, family: 'IPv4' | 'IPv6', port: number }} AddressInfo */

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** @param {unknown} text */
export const isIPv4 = (text) =>
  V4.test(`${text}`) && !/(?:^|\.)0\d/.test(`${text}`)

/** @param {unknown} text */
export function isIPv6(text) {
  const [address, zone] = `${text}`.split('%')
  if (zone === '' || !address.includes(':')) return false
  const mapped = /^(.*:)([^:]*\..*)$/.exec(address)
  if (mapped && !isIPv4(mapped[2])) return false
  const groups = mapped ? `${mapped[1]}0:0` : address
  // The rest is as the URL standard has it.
  return /^[\da-f:]+$/i.test(groups) && URL.canParse(`http://[${groups}]/`)
}

/** @param {unknown} text */
export function isIP(text) {
  if (isIPv4(text)) return 4
  return isIPv6(text) ? 6 : 0
}

/**
 * @param {unknown} port
 * @param {string} name
 */
function checkPort(port, name) {
  const isNumeric =
    typeof port === 'number' || (typeof port === 'string' && port.trim() !== '')
  const number = Number(port)
  if (isNumeric && Number.isInteger(number) && number >= 0 && number < 65536) {
    return number
  }
  const shown = typeof port === 'string' ? `'${port}'` : String(port)
  throw rangeError(
    'ERR_SOCKET_BAD_PORT',
    `${name} should be >= 0 and < 65536. Received type ${typeof port} (${shown}).`,
  )
}

/**
 * @param {string} name of a host
 * @returns {string | null} its address; null: it is not this machine
 */
function resolve(name) {
  if (isIP(name)) return name
  return /^localhost\.?$/i.test(name) ? '127.0.0.1' : null
}

/** @param {string} hostname */
function notFound(hostname) {
  const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`)
  const fields = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo' }
  return Object.assign(error, fields, { hostname })
}

/**
 * The forms of `connect` and `listen`: (options), (port, host), (path).
 *
 * @param {any[]} args
 * @returns {[options: any, callback: any]}
 */
function normalize(args) {
  const last = args[args.length - 1]
  const callback = typeof last === 'function' ? last : null
  const [first, second] = args
  if (typeof first === 'object' && first !== null) {
    return [{ ...first }, callback]
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) {
    return [{ path: first }, callback]
  }
  const host = typeof second === 'string' ? { host: second } : {}
  const port = typeof first === 'function' ? undefined : first
  return [{ port, ...host }, callback]
}

/** One side of a connection. */
export class Socket extends Duplex {
  connecting = false
  /** Of its server, when it has one. @type {any} */
  server = null
  /** @type {any} */
  _server = null
  _hadError = false
  /** In ms; undefined: none. @type {number | undefined} */
  timeout = undefined
  /** @type {Handle | null} */
  #handle = null
  /** @type {any} */
  #timer = null
  #isReset = false
  #sent = 0
  #received = 0
  /** @type {AddressInfo | undefined} */
  #local
  /** @type {AddressInfo | undefined} */
  #remote

  /** @param {any} [options] */
  constructor(options = {}) {
    const { handle, allowHalfOpen = false, signal, ...rest } = options
    super({
      readableHighWaterMark: rest.readableHighWaterMark ?? rest.highWaterMark,
      writableHighWaterMark: rest.writableHighWaterMark ?? rest.highWaterMark,
      allowHalfOpen: Boolean(allowHalfOpen),
      // 'close' says whether there was an error: see #closed.
      emitClose: false,
      autoDestroy: true,
    })
    this.on('end', () => {
      if (!this.allowHalfOpen) this.write = this.#writeAfterEnd
    })
    if (handle) {
      this.#adopt(handle)
      if (rest.pauseOnCreate) this.pause()
      else this.read(0)
    }
    if (signal) this.#follow(signal)
  }

  /** @param {Handle} handle */
  #adopt(handle) {
    this.#handle = handle
    this.#local = handle.local
    this.#remote = handle.remote
    handle.onread = (bytes) => {
      this.#refresh()
      this.#received += bytes.length
      return this.push(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      )
    }
    handle.onend = () => {
      if (this.destroyed) return
      this.push(null)
      this.read(0)
    }
    handle.onerror = (error) => this.destroy(error)
  }

  /** @param {AbortSignal} signal */
  #follow(signal) {
    const abort = () => this.destroy(abortError(signal.reason))
    if (signal.aborted) return nextTick(abort)
    signal.addEventListener('abort', abort, { once: true })
    this.once('close', () => signal.removeEventListener('abort', abort))
  }

  /**
   * @param {...any} args (options, callback), (port, host, callback)
   * @returns {this}
   */
  connect(...args) {
    const [options, callback] = normalize(args)
    if (callback) this.once('connect', callback)
    if (options.port === undefined && options.path == null) {
      throw typeError(
        'ERR_MISSING_ARGS',
        'The "options" or "port" or "path" argument must be specified',
      )
    }
    if (this.destroyed) /** @type {any} */ (this)._undestroy?.()
    delete (/** @type {any} */ (this).write)
    this.connecting = true
    this.#refresh()
    if (options.path != null) this.#refuse('ENOENT', -2, options.path)
    else this.#lookUp(options.host ?? 'localhost', options)
    return this
  }

  /**
   * @param {string} host
   * @param {any} options
   */
  #lookUp(host, options) {
    if (typeof host !== 'string') {
      throw invalidArgType('options.host', 'of type string', host)
    }
    const port = checkPort(options.port, 'Port')
    const address = resolve(host)
    if (address !== host) {
      nextTick(() => {
        if (this.destroyed) return
        const error = address ? null : notFound(host)
        const family = address ? isIP(address) : undefined
        this.emit('lookup', error, address ?? undefined, family, host)
        if (error) this.destroy(error)
        else this.#dial(/** @type {string} */ (address), port)
      })
      return
    }
    nextTick(() => {
      if (!this.destroyed) this.#dial(address, port)
    })
  }

  /**
   * @param {string} address
   * @param {number} port
   */
  #dial(address, port) {
    this.emit('connectionAttempt', address, port, isIP(address))
    const handle = dial(address, port, (error) => {
      if (this.destroyed) return
      this.connecting = false
      if (error) {
        const family = isIP(address)
        this.emit('connectionAttemptFailed', address, port, family, error)
        this.destroy(error)
        return
      }
      this.#refresh()
      this.emit('connect')
      this.emit('ready')
      if (!this.isPaused()) this.read(0)
    })
    this.#adopt(handle)
  }

  /**
   * @param {string} code
   * @param {number} errno
   * @param {string} address
   */
  #refuse(code, errno, address) {
    const error = new Error(`connect ${code} ${address}`)
    Object.assign(error, { errno, code, syscall: 'connect', address })
    nextTick(() => this.destroy(error))
  }

  _read() {
    if (this.connecting || !this.#handle) {
      this.once('connect', () => this._read())
    } else this.#handle.readStart()
  }

  /**
   * @param {any} chunk
   * @param {any} _encoding
   * @param {(error?: Error | null) => void} callback
   */
  _write(chunk, _encoding, callback) {
    this._writev([{ chunk }], callback)
  }

  /**
   * @param {{ chunk: any }[]} chunks
   * @param {(error?: Error | null) => void} callback
   */
  _writev(chunks, callback) {
    if (this.connecting) {
      const onClose = () =>
        callback(
          nodeError(
            'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
            'Socket closed before the connection was established',
          ),
        )
      this.once('close', onClose)
      this.once('connect', () => {
        this.off('close', onClose)
        this._writev(chunks, callback)
      })
      return
    }
    if (!this.#handle) {
      return callback(nodeError('ERR_SOCKET_CLOSED', 'Socket is closed'))
    }
    this.#refresh()
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    this.#handle.write(bytes, (error) => {
      if (!error) this.#sent += bytes.length
      callback(error)
    })
  }

  /**
   * @param {(error?: Error | null) => void} callback
   */
  _final(callback) {
    if (this.connecting) {
      this.once('connect', () => this._final(callback))
    } else if (this.#handle) this.#handle.shutdown(callback)
    else callback()
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    this.connecting = false
    clearTimeout(this.#timer)
    const closed = () => this.emit('close', Boolean(error))
    const handle = this.#handle
    this.#handle = null
    if (handle) handle.close(closed, this.#isReset)
    callback(error)
    if (!handle) nextTick(closed)
    if (this._server) {
      this._server._connections--
      this._server._emitCloseIfDrained()
    }
  }

  /** @type {any} */
  #writeAfterEnd = (
    /** @type {any} */ chunk,
    /** @type {any} */ encoding,
    /** @type {any} */ callback,
  ) => {
    if (!this.writableEnded) {
      return Duplex.prototype.write.call(this, chunk, encoding, callback)
    }
    const done = typeof encoding === 'function' ? encoding : callback
    const error = nodeError(
      'EPIPE',
      'This socket has been ended by the other party',
    )
    if (typeof done === 'function') nextTick(done, error)
    this.destroy(error)
    return false
  }

  /** Ends this side, and closes when all is written. */
  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  /** Closes, and tells the other side that it was not in order. */
  resetAndDestroy() {
    if (!this.#handle) {
      return this.destroy(nodeError('ERR_SOCKET_CLOSED', 'Socket is closed'))
    }
    const reset = () => {
      this.#isReset = true
      this.destroy()
    }
    if (this.connecting) this.once('connect', reset)
    else reset()
    return this
  }

  #refresh() {
    this.#timer?.refresh()
  }

  /** A name that node:http uses. */
  _unrefTimer() {
    this.#refresh()
  }

  /**
   * @param {number} ms 0: none
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    if (this.destroyed) return this
    if (typeof ms !== 'number') {
      throw invalidArgType('msecs', 'of type number', ms)
    }
    if (callback !== undefined) checkFunction(callback, 'callback')
    this.timeout = ms
    clearTimeout(this.#timer)
    this.#timer = null
    if (ms === 0) {
      if (callback) this.off('timeout', callback)
      return this
    }
    this.#timer = setTimeout(() => this.emit('timeout'), ms)
    this.#timer.unref()
    if (callback) this.once('timeout', callback)
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    this.#handle?.ref()
    return this
  }

  unref() {
    this.#handle?.unref()
    return this
  }

  /** Where this side is. @returns {AddressInfo | {}} */
  address() {
    return this.#local ? { ...this.#local } : {}
  }

  get localAddress() {
    return this.#local?.address
  }

  get localPort() {
    return this.#local?.port
  }

  get localFamily() {
    return this.#local?.family
  }

  get remoteAddress() {
    return this.destroyed ? undefined : this.#remote?.address
  }

  get remotePort() {
    return this.destroyed ? undefined : this.#remote?.port
  }

  get remoteFamily() {
    return this.destroyed ? undefined : this.#remote?.family
  }

  get bytesRead() {
    return this.#received
  }

  /** What is under way counts. */
  get bytesWritten() {
    return this.#sent + this.writableLength
  }

  get bufferSize() {
    return this.writableLength
  }

  get pending() {
    return !this.#handle || this.connecting
  }

  get readyState() {
    if (this.connecting) return 'opening'
    if (this.readable && this.writable) return 'open'
    if (this.readable) return 'readOnly'
    return this.writable ? 'writeOnly' : 'closed'
  }
}

/** Waits for connections to a port of this program. */
export class Server extends EventEmitter {
  allowHalfOpen
  pauseOnConnect
  /** @type {number | undefined} */
  maxConnections = undefined
  _connections = 0
  /** @type {Listener | null} */
  #listener = null
  #isRef = true
  #highWaterMark

  /**
   * @param {any} [options]
   * @param {(socket: Socket) => void} [listener]
   */
  constructor(options = {}, listener) {
    super()
    if (typeof options === 'function') {
      listener = options
      options = {}
    } else if (options !== null && typeof options !== 'object') {
      throw invalidArgType('options', 'of type object', options)
    }
    this.allowHalfOpen = Boolean(options?.allowHalfOpen)
    this.pauseOnConnect = Boolean(options?.pauseOnConnect)
    this.#highWaterMark = options?.highWaterMark
    if (listener !== undefined) {
      checkFunction(listener, 'connectionListener')
      this.on('connection', listener)
    }
  }

  get listening() {
    return this.#listener !== null
  }

  /**
   * @param {...any} args (port, host, backlog, callback), (options, callback)
   * @returns {this}
   */
  listen(...args) {
    const [options, callback] = normalize(args)
    if (this.#listener) {
      throw nodeError(
        'ERR_SERVER_ALREADY_LISTEN',
        'Listen method has been called more than once without closing.',
      )
    }
    if (callback) this.once('listening', callback)
    if (options.path !== undefined && options.port === undefined) {
      this.#fail('EACCES', -13, 'permission denied', options.path)
      return this
    }
    const port = checkPort(options.port ?? 0, 'options.port')
    const { host, signal } = options
    if (signal) {
      if (signal.aborted) nextTick(() => this.close())
      else signal.addEventListener('abort', () => this.close(), { once: true })
    }
    const address = host ? resolve(host) : '::'
    if (address === host || !host) this.#bind(address ?? '::', port)
    else if (address) nextTick(() => this.#bind(address, port))
    else nextTick(() => this.emit('error', notFound(host)))
    return this
  }

  /**
   * @param {string} address
   * @param {number} port
   */
  #bind(address, port) {
    const listener = bind(address, port, (handle) => this.#accept(handle))
    if (listener === null) {
      this.#fail('EADDRINUSE', -98, 'address already in use', address, port)
      return
    }
    this.#listener = listener
    if (!this.#isRef) listener.unref()
    nextTick(() => {
      if (this.#listener) this.emit('listening')
    })
  }

  /**
   * @param {string} code
   * @param {number} errno
   * @param {string} words
   * @param {string} address
   * @param {number} [port]
   */
  #fail(code, errno, words, address, port) {
    const place = port === undefined ? address : `${address}:${port}`
    const error = new Error(`listen ${code}: ${words} ${place}`)
    Object.assign(error, { code, errno, syscall: 'listen', address })
    if (port !== undefined) Object.assign(error, { port })
    nextTick(() => this.emit('error', error))
  }

  /** @param {Handle} handle */
  #accept(handle) {
    if (
      this.maxConnections != null &&
      this._connections >= this.maxConnections
    ) {
      const { local, remote } = handle
      this.emit('drop', {
        localAddress: local.address,
        localPort: local.port,
        localFamily: local.family,
        remoteAddress: remote.address,
        remotePort: remote.port,
        remoteFamily: remote.family,
      })
      return handle.close(() => {}, false)
    }
    const socket = new Socket({
      handle,
      allowHalfOpen: this.allowHalfOpen,
      pauseOnCreate: this.pauseOnConnect,
      highWaterMark: this.#highWaterMark,
    })
    this._connections++
    socket.server = this
    socket._server = this
    this.emit('connection', socket)
  }

  /** @returns {AddressInfo | null} */
  address() {
    return this.#listener ? { ...this.#listener.address } : null
  }

  /** @param {(error: Error | null, count: number) => void} callback */
  getConnections(callback) {
    nextTick(callback, null, this._connections)
    return this
  }

  /**
   * Accepts no more connections; those that there are go on.
   *
   * @param {(error?: Error) => void} [callback] when all of them are gone
   */
  close(callback) {
    if (typeof callback === 'function') {
      if (this.#listener) this.once('close', callback)
      else {
        this.once('close', () =>
          callback(
            nodeError('ERR_SERVER_NOT_RUNNING', 'Server is not running.'),
          ),
        )
      }
    }
    this.#listener?.close()
    this.#listener = null
    this._emitCloseIfDrained()
    return this
  }

  _emitCloseIfDrained() {
    if (this.#listener || this._connections > 0) return
    nextTick(() => this.emit('close'))
  }

  async [Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')]() {
    if (!this.#listener) return
    await new Promise((resolve) => this.close(resolve))
  }

  ref() {
    this.#isRef = true
    this.#listener?.ref()
    return this
  }

  unref() {
    this.#isRef = false
    this.#listener?.unref()
    return this
  }
}

/**
 * @param {any} [options]
 * @param {(socket: Socket) => void} [listener]
 */
export const createServer = (options, listener) => new Server(options, listener)

/**
 * @param {...any} args (options, callback), (port, host, callback)
 * @returns {Socket}
 */
export function connect(...args) {
  const [options, callback] = normalize(args)
  const socket = new Socket(options)
  if (options.timeout) socket.setTimeout(options.timeout)
  return callback ? socket.connect(options, callback) : socket.connect(options)
}

export { connect as createConnection, Socket as Stream }

let autoSelectFamily = true
export const getDefaultAutoSelectFamily = () => autoSelectFamily

/** @param {boolean} value */
export const setDefaultAutoSelectFamily = (value) => {
  autoSelectFamily = value
}

export default {
  connect,
  createConnection: connect,
  createServer,
  getDefaultAutoSelectFamily,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  setDefaultAutoSelectFamily,
  Socket,
  Stream: Socket,
}
