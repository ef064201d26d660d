/** node:net: ports exist in this program alone. */
import { hold } from '../sandbox/handles.js'
import { isIP, isIPv4, isIPv6 } from './address.js'
import { nodeError } from './errors.js'
import { EventEmitter } from './events.js'
import { nextTick } from './loop.js'
import { checkPort, familyOf, freePort, normalize, ports } from './net/ports.js'
import { Socket } from './net/socket.js'

export { isIP, isIPv4, isIPv6, Socket }

/** Waits for connections to a port of this program. */
export class Server extends EventEmitter {
  /** @type {Set<Socket>} */
  #sockets = new Set()
  /** @type {{ address: string, port: number, family: string } | null} */
  #address = null
  #release = () => {}
  #isHeld = true

  /**
   * @param {any} [options]
   * @param {(socket: Socket) => void} [listener]
   */
  constructor(options, listener) {
    super()
    const given = typeof options === 'function' ? {} : (options ?? {})
    const onConnection = typeof options === 'function' ? options : listener
    this.allowHalfOpen = Boolean(given.allowHalfOpen)
    if (onConnection) this.on('connection', onConnection)
  }

  get listening() {
    return this.#address !== null
  }

  /**
   * @param {...any} args (port, host, callback), (options, callback)
   * @returns {this}
   */
  listen(...args) {
    const [options, callback] = normalize(args)
    if (callback) this.once('listening', callback)
    const { host: address = '::' } = options
    const port = checkPort(options.port ?? 0) || freePort()
    if (this.#address) {
      const message = 'Listen method has been called more than once'
      throw nodeError(
        'ERR_SERVER_ALREADY_LISTEN',
        `${message} without closing.`,
      )
    }
    if (ports.has(port)) {
      const place = `address already in use ${address}:${port}`
      const error = new Error(`listen EADDRINUSE: ${place}`)
      const fields = { code: 'EADDRINUSE', errno: -98, syscall: 'listen' }
      Object.assign(error, fields, { address, port })
      nextTick(() => this.emit('error', error))
      return this
    }
    const known = address === 'localhost' ? '127.0.0.1' : address
    this.#address = { address: known, port, family: familyOf(known) }
    ports.set(port, this)
    if (this.#isHeld) this.#release = hold()
    nextTick(() => {
      if (this.#address) this.emit('listening')
    })
    return this
  }

  /** @param {Socket} socket whose other side is a client of this program */
  _accept(socket) {
    if (!this.#address) return socket.resetAndDestroy()
    this.#sockets.add(socket)
    socket.server = this
    this.emit('connection', socket)
    socket.read(0)
  }

  /** @param {Socket} socket that is destroyed */
  _forget(socket) {
    this.#sockets.delete(socket)
    this.#emitCloseIfDrained()
  }

  address() {
    return this.#address && { ...this.#address }
  }

  /** @param {(error: Error | null, count: number) => void} callback */
  getConnections(callback) {
    nextTick(callback, null, this.#sockets.size)
    return this
  }

  /**
   * Accepts no more connections; those that there are go on.
   *
   * @param {(error?: Error) => void} [callback] when all of them are gone
   */
  close(callback) {
    const error = this.#address
      ? undefined
      : nodeError('ERR_SERVER_NOT_RUNNING', 'Server is not running.')
    if (callback) this.once('close', () => callback(error))
    if (this.#address) ports.delete(this.#address.port)
    this.#address = null
    this.#release()
    this.#emitCloseIfDrained()
    return this
  }

  #emitCloseIfDrained() {
    if (this.#address || this.#sockets.size > 0) return
    nextTick(() => this.emit('close'))
  }

  unref() {
    this.#isHeld = false
    this.#release()
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
export const connect = (...args) =>
  new Socket(typeof args[0] === 'object' ? args[0] : {}).connect(...args)

export { connect as createConnection }
