import { VelocyError } from '../common/errors.js'
import { Output } from '../engine/output.js'
import {
  CLOSE,
  closeCodeOf,
  closeFrame,
  FINAL,
  frameOf,
  PING,
  PONG,
  textOf,
} from './frames.js'
import { clock, join, part } from './lasting.js'
import { MessageReader } from './message-reader.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */

/** Where a socket keeps its WebSocket, so that all can share their listeners. */
const OWNER = Symbol('WebSocket')

/** The values of readyState. */
const [OPEN, CLOSING, CLOSED] = [1, 2, 3]

/** How long a client may take to end the connection, in ms. */
const FAREWELL = 5000

/** Said of a client that has left without a word. */
const LOST = { code: 1006, reason: '', wasClean: false }

/** How a connection is compressed: not at all. @type {Packing} */
const PLAIN = { windowBits: 0, frameOf }

/**
 * @typedef {object} Packing
 * @property {number} windowBits the window of what is sent, as a power of two;
 *   0: nothing is compressed
 * @property {(data: string | Uint8Array) => string | Buffer} frameOf
 * @property {(bytes: Buffer, limit: number) => Buffer} [unpack]
 */
/** @typedef {{ data: string | Buffer }} Message of a message event */
/** @typedef {{ code: number, reason: string, wasClean: boolean }} Farewell */
/** @typedef {{ error: any, message: string }} Failure of an error event */
/**
 * @typedef {{ maxMessage: number, limit: number, heartbeat: number }} Settings
 */
/**
 * @template Fields
 * @typedef {((event: { type: string, target: WebSocket } & Fields) => unknown)
 *   | null} Listener
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
  /** @type {Listener<Message>} */
  #onMessage = null
  /** Whether the listener is still at work on a message. */
  #isBusy = false
  /** Whether nothing that comes counts any more. */
  #isOver = false
  /** What the client has said in the end. */
  #farewell = LOST
  /** When it was last heard, or pinged, or began to close, in ms. */
  #since = clock.now
  /** Whether nothing has been heard since it was pinged. */
  #isPinged = false
  /** Whether others have their turn, since a message has been unpacked. */
  #isResting = false
  /** @type {PromiseWithResolvers<void> | null} */
  #ending = null
  /** @type {PromiseWithResolvers<void> | null} */
  #draining = null
  #socket
  #output
  #reader
  #settings

  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {string} protocol
   * @param {Settings} settings
   * @param {Packing} [packing]
   */
  constructor(req, socket, protocol, settings, packing = PLAIN) {
    /** The subprotocol that both sides speak; '' is none. */
    this.protocol = protocol
    /** @internal */
    this.packing = packing
    this.#socket = socket
    this.#output = new Output(socket)
    this.#reader = new MessageReader(settings.maxMessage, packing.unpack)
    this.#settings = settings
    Object.assign(socket, { [OWNER]: this })
    const { data, drain, end, close } = WebSocket.#listeners
    socket.on('data', data).on('drain', drain).on('end', end)
    socket.on('close', close)
    join(req, this)
  }

  /** @type {Record<string, (this: any, bytes: any) => void>} of each socket */
  static #listeners = {
    data(bytes) {
      this[OWNER].#hear(bytes)
    },
    drain() {
      this[OWNER].#drain()
    },
    end() {
      this[OWNER].#end()
    },
    close() {
      this[OWNER].#close()
    },
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
    return this.sendFrame(this.packing.frameOf(data))
  }

  /** @param {string | Buffer} frame */
  #write(frame) {
    return typeof frame === 'string'
      ? this.#output.add(frame)
      : this.#output.addBytes(frame)
  }

  /** Whether nothing can be sent anymore. */
  get isClosed() {
    return this.readyState !== OPEN
  }

  #drain() {
    this.#draining?.resolve()
    this.#draining = null
  }

  /**
   * Sends a frame that is made already.
   * @internal
   * @param {string | Buffer} frame
   */
  sendFrame(frame) {
    if (this.readyState !== OPEN) return false
    if (this.bufferedAmount > this.#settings.limit) return this.#giveUp()
    return this.#write(frame)
  }

  /** What the client has not taken yet, in bytes. */
  get bufferedAmount() {
    return this.#output.waiting
  }

  /** @returns {Promise<void>} when the client has caught up, or has left */
  async drained() {
    this.#output.flush()
    if (!this.#socket.writableNeedDrain || this.readyState === CLOSED) return
    this.#draining ??= Promise.withResolvers()
    await this.#draining.promise
  }

  #giveUp() {
    const waiting = this.bufferedAmount.toLocaleString('en')
    const limit = this.#settings.limit.toLocaleString('en')
    this.terminate()
    const message = `${waiting} bytes wait for a client whose limit is ${limit}`
    this.#tell(new VelocyError('ERR_VELOCY_SLOW_CLIENT', message))
    return false
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
    if (this.readyState !== OPEN) return
    this.readyState = CLOSING
    this.#since = clock.now
    this.#write(frame)
    // A message that nobody wants must not stand before the client's answer.
    this.#run()
  }

  /** Ends the connection without a word. */
  terminate() {
    if (this.readyState === OPEN) this.readyState = CLOSING
    this.#isOver = true
    this.#socket.destroy()
  }

  /** Its server closes. @internal */
  leave() {
    this.close(1001)
  }

  /** @param {number} now @internal */
  beat(now) {
    const isOpen = this.readyState === OPEN
    // A pong would stand behind the message that waits.
    if (isOpen && this.#reader.type > 0) this.#since = now
    const limit = isOpen ? this.#settings.heartbeat : FAREWELL
    if (limit === 0 || now - this.#since < limit) return
    if (!isOpen || this.#isPinged) return this.terminate()
    this.#isPinged = true
    this.#since = now
    this.#write(frameOf('', FINAL | PING))
  }

  /** @param {Buffer} bytes from the client */
  #hear(bytes) {
    if (this.#isOver) return
    if (this.readyState === OPEN) this.#since = clock.now
    this.#isPinged = false
    this.#reader.push(bytes)
    this.#run()
  }

  /** Goes as far as it can with what has come. */
  #run() {
    const reader = this.#reader
    const output = this.#output
    if (output.isHeld || this.#isResting) return
    output.isHeld = true
    try {
      while (!this.#isOver && !this.#isResting) {
        if (reader.type === 0 && !reader.next()) break
        if (!this.#deliver(reader)) break
        this.#isResting = reader.isPacked
        reader.type = 0
        reader.data = ''
      }
    } catch (/** @type {any} */ error) {
      this.#fail(error, error.closeCode, error.message)
    }
    output.isHeld = false
    output.flush()
    if (this.#isResting) {
      setImmediate(() => {
        this.#isResting = false
        this.#run()
      })
    }
    const hasToWait = this.#isResting || reader.type > 0
    if (hasToWait && !this.#isOver) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /**
   * @param {MessageReader} reader
   * @returns {boolean} false: the message has to wait
   */
  #deliver({ type, data }) {
    if (type >= CLOSE) this.#obey(type, /** @type {Buffer} */ (data))
    else if (this.readyState === OPEN) {
      if (this.#isBusy || this.#onMessage === null) return false
      this.#call(this.#onMessage, { type: 'message', data, target: this })
    }
    return true
  }

  /**
   * A frame that controls has come (RFC 6455 §5.5).
   *
   * @param {number} type
   * @param {Buffer} data
   */
  #obey(type, data) {
    if (type === PING) this.sendFrame(frameOf(data, FINAL | PONG))
    if (type !== CLOSE) return
    const code = closeCodeOf(data)
    const reason = textOf(data.subarray(2))
    this.#farewell = { code, reason, wasClean: true }
    this.close(code, reason)
    this.#end()
  }

  /**
   * Calls a listener. Its error ends this connection, and no other one.
   *
   * @param {Function | null} listener
   * @param {object} event
   */
  #call(listener, event) {
    try {
      const promise = listener?.call(this, event)
      if (typeof promise?.then !== 'function') return
      this.#isBusy = true
      promise.then(
        () => this.#goOn(),
        (/** @type {unknown} */ error) => this.#fail(error),
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  #goOn() {
    this.#isBusy = false
    this.#run()
  }

  /**
   * @param {any} error
   * @param {number} [code] that the client is told; 1011: the mistake is ours
   * @param {string} [reason]
   */
  #fail(error, code = 1011, reason = '') {
    const isUnheard = code === 1011 && this.onerror === null
    if (this.#isOver || isUnheard) console.error(error)
    if (this.#isOver) return
    this.close(code, reason)
    this.#end()
    this.#tell(error)
  }

  /** @param {any} error */
  #tell(error) {
    const message = String(error?.message)
    this.#call(this.onerror, { type: 'error', error, message, target: this })
  }

  /** Ends the connection behind what was sent. */
  #end() {
    this.#isOver = true
    if (this.readyState === OPEN) this.readyState = CLOSING
    this.#output.end()
  }

  /** @returns {Promise<void>} when it has ended, whoever ended it */
  get closed() {
    this.#ending ??= Promise.withResolvers()
    if (this.readyState === CLOSED) this.#ending.resolve()
    return this.#ending.promise
  }

  /** The connection has ended. */
  #close() {
    part(this)
    this.#isOver = true
    this.readyState = CLOSED
    this.#drain()
    this.#call(this.onclose, {
      type: 'close',
      ...this.#farewell,
      target: this,
    })
    this.#ending?.resolve()
  }
}
