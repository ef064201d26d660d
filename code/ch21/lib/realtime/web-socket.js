import { setImmediate as nextTurn } from 'node:timers/promises'
import { Output } from '../engine/output.js'
import { CLOSE, closeFrame, frameOf, PING, PONG } from './frames.js'
import { join, part } from './lasting.js'
import { farewellOf, MessageReader } from './reader.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { Room } from './room.js' */

/** The values of readyState. */
const [OPEN, CLOSING, CLOSED] = [1, 2, 3]

/** After how many seconds a client that is quiet is asked whether it's there. */
const HEARTBEAT = 30

/** How many seconds a client may take to end the connection. */
const FAREWELL = 5

/**
 * @typedef {object} Settings
 * @property {number} [maxMessage] in bytes
 * @property {number} [limit] of what waits for the client, in bytes
 * @property {(data: string | Uint8Array) => string} [encode] makes a frame of a
 *   message
 * @property {(bytes: Buffer, limit: number) => Buffer} [unpack] reads a message
 *   that came compressed
 */

/** @typedef {{ data: string | Buffer }} Message of a message event */
/** @typedef {{ code: number, reason: string, wasClean: boolean }} Farewell */
/** @typedef {{ error: any }} Failure of an error event */
/**
 * @template Fields
 * @typedef {((event: { target: WebSocket } & Fields) => unknown) | null} Listener
 */

/**
 * A connection on which both sides talk whenever they like: the server's end of
 * what browsers call WebSocket, with the same members.
 */
export class WebSocket {
  /** 1: open, 2: closing, 3: closed */
  readyState = OPEN
  /** Called when the connection has ended. @type {Listener<Farewell>} */
  onclose = null
  /** Called with an error that ends it. @type {Listener<Failure>} */
  onerror = null
  /** @internal @type {Set<Room> | undefined} */
  rooms
  /** @type {Listener<Message>} */
  #onMessage = null
  /** Whether the listener is still at work on a message. */
  #isBusy = false
  /** What the client has said in the end; 1006: nothing. */
  #farewell = { code: 1006, reason: '', wasClean: false }
  /** How many seconds it has been since the client was heard. */
  #quiet = 0
  #socket
  #output
  #reader
  #limit

  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {Settings} settings
   */
  constructor(req, socket, settings) {
    const { encode = frameOf, maxMessage = 2 ** 20, limit = 2 ** 20 } = settings
    /** @internal */
    this.encode = encode
    this.#socket = socket
    this.#output = new Output(socket)
    this.#reader = new MessageReader(maxMessage, settings.unpack)
    this.#limit = limit
    socket.on('data', (/** @type {Buffer} */ bytes) => this.#hear(bytes))
    socket.on('end', () => this.#end()).on('close', () => this.#close())
    join(req, this)
  }

  /**
   * Called with each message. If it returns a promise, the next message waits
   * for that, as all do until a listener is set.
   */
  get onmessage() {
    return this.#onMessage
  }

  set onmessage(listener) {
    this.#onMessage = listener
    this.#run()
  }

  /**
   * Sends a message.
   *
   * @param {string | Uint8Array} data
   * @returns {boolean} false: the client is behind, see `drained`, or has left
   * @throws {TypeError} for other data
   */
  send(data) {
    return this.sendEncoded(this.encode(data))
  }

  /** Whether nothing can be sent anymore. */
  get isClosed() {
    return this.readyState !== OPEN
  }

  /** @internal @param {string} frame that is made already */
  sendEncoded(frame) {
    if (this.#socket.writableLength > this.#limit) this.#socket.destroy()
    return !this.isClosed && this.#output.add(frame)
  }

  /** What the client has not taken yet, in bytes. */
  get bufferedAmount() {
    this.#output.flush()
    return this.#socket.writableLength
  }

  /** @returns {Promise<void>} when the client has caught up, or has left */
  async drained() {
    if (this.isClosed) return
    await new Promise((sent) => this.#output.tell({ isWatched: true, sent }))
  }

  /**
   * Says goodbye. The connection ends when the client has answered, or after 5
   * seconds.
   *
   * @param {number} [code] 1000 to 1003, 1007 to 1014, 3000 to 4999
   * @param {string} [reason] at most 123 bytes
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  close(code, reason) {
    const frame = closeFrame(code, reason)
    if (this.isClosed) return
    this.readyState = CLOSING
    this.#quiet = 2 * HEARTBEAT - FAREWELL
    this.#output.add(frame)
    // A message that nobody wants must not stand before the client's answer.
    this.#run()
  }

  /** Its server closes. @internal */
  leave() {
    this.close(1001)
  }

  /** A second has passed. @internal */
  beat() {
    // A pong would stand behind the message that waits.
    if (!this.isClosed && this.#reader.type > 0) return
    this.#quiet++
    if (this.#quiet === HEARTBEAT) this.sendEncoded(frameOf('', PING))
    if (this.#quiet === 2 * HEARTBEAT) this.#socket.destroy()
  }

  /** @param {Buffer} bytes from the client */
  #hear(bytes) {
    if (!this.#socket.writable) return
    if (!this.isClosed) this.#quiet = 0
    this.#reader.push(bytes)
    this.#run()
  }

  /** Goes as far as it can with what has come. */
  #run() {
    const reader = this.#reader
    if (this.#output.isHeld) return
    this.#output.isHeld = true
    try {
      while (this.#socket.writable) {
        if (reader.type === 0 && !reader.next()) break
        if (!this.#deliver(reader)) break
        reader.type = 0
        reader.data = ''
      }
    } catch (/** @type {any} */ error) {
      this.#fail(error, error.closeCode, error.message)
    }
    this.#output.isHeld = false
    this.#output.flush()
    if (reader.type > 0 && this.#socket.writable) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** @param {MessageReader} reader @returns {boolean} false: it has to wait */
  #deliver({ type, data }) {
    if (type === PING) this.sendEncoded(frameOf(data, PONG))
    if (type === CLOSE) {
      this.#farewell = farewellOf(/** @type {Buffer} */ (data))
      this.close(this.#farewell.code, this.#farewell.reason)
      this.#end()
    }
    if (type >= CLOSE || this.isClosed) return true
    if (this.#isBusy || this.#onMessage === null) return false
    this.#call(this.#onMessage, { data, target: this })
    return true
  }

  /**
   * Calls a listener. Its error ends this connection, and no other one.
   *
   * @param {Function | null} listener
   * @param {object} event
   */
  #call(listener, event) {
    try {
      let promise = listener?.call(this, event)
      // Behind a message that was unpacked, others have their turn.
      if (this.#reader.isPacked) promise = Promise.all([promise, nextTurn()])
      if (typeof promise?.then !== 'function') return
      this.#isBusy = true
      const goOn = () => {
        this.#isBusy = false
        this.#run()
      }
      promise.then(goOn, (/** @type {unknown} */ error) => this.#fail(error))
    } catch (error) {
      this.#fail(error)
    }
  }

  /**
   * @param {any} error
   * @param {number} [code] that the client is told; 1011: the mistake is ours
   * @param {string} [reason]
   */
  #fail(error, code = 1011, reason = '') {
    const { onerror } = this
    // Its own error is printed.
    this.onerror = null
    this.close(code, reason)
    this.#end()
    if (onerror) this.#call(onerror, { error, target: this })
    else if (code === 1011) console.error(error)
  }

  /** Ends the connection behind what was sent. */
  #end() {
    if (!this.isClosed) this.readyState = CLOSING
    this.#output.end()
    this.#output.flush()
  }

  /** The connection has ended. */
  #close() {
    part(this)
    this.readyState = CLOSED
    this.#call(this.onclose, { ...this.#farewell, target: this })
  }
}
