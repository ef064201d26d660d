/** Sockets without a network: two of them in memory are a connection. */
import { hold } from '../../sandbox/handles.js'
import { isIP } from '../address.js'
import { Buffer } from '../buffer.js'
import { clearTimeout, poll, setTimeout } from '../loop.js'
import { Duplex } from '../stream.js'
import {
  checkPort,
  failure,
  familyOf,
  freePort,
  isHere,
  normalize,
  ports,
} from './ports.js'

/** One side of a connection. */
export class Socket extends Duplex {
  connecting = false
  bytesRead = 0
  /** @type {import('../net.js').Server | null} that has accepted it */
  server = null
  #sent = 0
  /** @type {Socket | null} the other side */
  #peer = null
  /** @type {(() => void) | null} takes what the other side has written */
  #onRead = null
  /** @type {any} */
  #timer = null
  #isReset = false
  #release = () => {}
  /** @type {{ address?: string, port?: number, family?: string }} */
  #local = {}
  /** @type {{ address?: string, port?: number }} */
  #remote = {}

  /** @param {any} [options] */
  constructor({ allowHalfOpen = false } = {}) {
    // 'close' says whether there was an error.
    super({ allowHalfOpen, emitClose: false })
  }

  /**
   * @param {...any} args (options, callback), (port, host, callback)
   * @returns {this}
   */
  connect(...args) {
    const [{ port, host = 'localhost' }, callback] = normalize(args)
    if (callback) this.once('connect', callback)
    const wanted = checkPort(port)
    this.connecting = true
    this.#release = hold()
    poll(() => this.#dial(wanted, host))
    return this
  }

  /**
   * @param {number} port
   * @param {string} host
   */
  #dial(port, host) {
    if (this.destroyed) return
    const server = ports.get(port)
    if (!isHere(host)) {
      const error = isIP(host)
        ? failure('connect', 'ENETUNREACH', host, port)
        : failure('getaddrinfo', 'ENOTFOUND', host)
      return this.destroy(error)
    }
    const address = isIP(host) ? host : '127.0.0.1'
    if (!server) {
      return this.destroy(failure('connect', 'ECONNREFUSED', address, port))
    }
    const other = new Socket({ allowHalfOpen: server.allowHalfOpen })
    this.#local = { address, port: freePort(), family: familyOf(address) }
    this.#remote = { address, port }
    other.#local = { ...this.#remote, family: familyOf(address) }
    other.#remote = this.#local
    other.#release = hold()
    this.#peer = other
    other.#peer = this
    poll(() => server._accept(other))
    poll(() => this.#connected())
  }

  #connected() {
    if (this.destroyed) return
    this.connecting = false
    this.emit('connect')
    this.emit('ready')
    this.read(0)
  }

  _read() {
    const take = this.#onRead
    this.#onRead = null
    take?.()
  }

  /**
   * @param {Uint8Array} chunk
   * @param {any} _encoding
   * @param {(error?: Error | null) => void} callback
   */
  _write(chunk, _encoding, callback) {
    if (this.connecting) {
      this.once('connect', () => this._write(chunk, _encoding, callback))
      return
    }
    // What is written must not change when the program uses its bytes again.
    const bytes = Buffer.from(chunk)
    this.#refresh()
    poll(() => {
      const peer = this.#peer
      if (!peer) return callback(failure('write', 'EPIPE'))
      this.#sent += bytes.length
      if (!peer.destroyed) return peer.#receive(bytes, callback)
      // The system takes it, and is then told that it was not wanted.
      callback()
      poll(() => this.destroy(failure('read', 'ECONNRESET')))
    })
  }

  /**
   * @param {Buffer} bytes
   * @param {() => void} taken called when there is room for more
   */
  #receive(bytes, taken) {
    this.bytesRead += bytes.length
    this.#refresh()
    if (this.push(bytes)) taken()
    else this.#onRead = taken
  }

  /** @param {(error?: Error | null) => void} callback */
  _final(callback) {
    if (this.connecting) {
      this.once('connect', () => this._final(callback))
      return
    }
    poll(() => {
      const peer = this.#peer
      if (peer && !peer.destroyed) peer.#receiveEnd()
      callback()
    })
  }

  #receiveEnd() {
    if (this.readableEnded) return
    this.push(null)
    // So that 'end' comes without anything that reads.
    this.read(0)
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    const peer = this.#peer
    const isReset = this.#isReset || this.readableLength > 0
    this.connecting = false
    clearTimeout(this.#timer)
    this.#release()
    this.server?._forget(this)
    this.#onRead?.()
    callback(error)
    poll(() => {
      this.emit('close', Boolean(error))
      if (!peer || peer.destroyed) return
      if (isReset) peer.destroy(failure('read', 'ECONNRESET'))
      else if (!this.writableFinished) peer.#receiveEnd()
    })
  }

  /** Ends this side, and closes when all is written. */
  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  /** Closes, and tells the other side that it was not in order. */
  resetAndDestroy() {
    this.#isReset = true
    return this.destroy()
  }

  #refresh() {
    this.#timer?.refresh()
  }

  /**
   * @param {number} ms without a byte; 0: none
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    clearTimeout(this.#timer)
    this.#timer = null
    if (callback) this.once('timeout', callback)
    if (ms > 0 && !this.destroyed) {
      this.#timer = setTimeout(() => this.emit('timeout'), ms).unref()
    }
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  unref() {
    this.#release()
    return this
  }

  address() {
    return { ...this.#local }
  }

  get localAddress() {
    return this.#local.address
  }

  get localPort() {
    return this.#local.port
  }

  get remoteAddress() {
    return this.#remote.address
  }

  get remotePort() {
    return this.#remote.port
  }

  /** What is under way counts. */
  get bytesWritten() {
    return this.#sent + this.writableLength
  }
}
