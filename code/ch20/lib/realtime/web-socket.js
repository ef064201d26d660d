import { VelocyError } from '../common/errors.js'
import { checkValue } from '../common/options.js'
import { Output } from '../engine/output.js'
import {
  CLOSE,
  closeFrame,
  FAILED,
  FINAL,
  failure,
  frameOf,
  GOING_AWAY,
  isCloseCode,
  NO_CLOSE,
  NO_CODE,
  PING,
  PONG,
  PROTOCOL_ERROR,
} from './frames.js'
import { clock, join, part } from './lasting.js'
import { MessageReader, textOf } from './message-reader.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */

const OPEN = 1
const CLOSING = 2
const CLOSED = 3

/** How long a client may take to end the connection, in ms. */
const FAREWELL = 5000

const CODE = {
  expected: 'a code from 1000 to 1003, 1007 to 1014 or 3000 to 4999',
  allows: (/** @type {number} */ code) => code === NO_CODE || isCloseCode(code),
}
/** It has to fit into a frame that controls (RFC 6455 §5.5). */
const REASON = {
  expected: 'text of at most 123 bytes',
  allows: (/** @type {string} */ reason) => Buffer.byteLength(reason) <= 123,
}

/** By this, all sockets can share their listeners. */
const WEB_SOCKET = Symbol('WebSocket')

/** @typedef {Socket & { [WEB_SOCKET]: WebSocket }} Connected */
/** @typedef {{ data: string | Buffer }} Message of a message event */
/** @typedef {{ code: number, reason: string, wasClean: boolean }} Farewell */
/** @typedef {{ error: any, message: string }} Failure of an error event */
/**
 * @typedef {{ maxMessage: number, limit: number, heartbeat: number }} Settings
 */

/**
 * A connection on which both sides talk whenever they like: the server's end of
 * what browsers call WebSocket, with the same members.
 */
export class WebSocket extends EventTarget {
  /** 1: open, 2: closing, 3: closed */
  readyState = OPEN
  /** @type {((event: Event & Farewell) => unknown) | null} */
  onclose = null
  /** @type {((event: Event & Failure) => unknown) | null} */
  onerror = null
  /** The window of what is compressed, as a power of two; 0: nothing is. */
  windowBits = 0
  #socket
  #output
  #settings
  #reader
  /** @type {((event: Message) => unknown) | null} */
  #onMessage = null
  #hasListeners = false
  #isPaused = false
  /** Whether nothing that comes counts any more. */
  #isOver = false
  /** @type {Farewell} what the client has said in the end */
  #farewell = { code: NO_CLOSE, reason: '', wasClean: false }
  /** When something was last heard or, once it closes, when that began, in ms. */
  #since = clock.now
  /** @type {((result: IteratorResult<string | Buffer>) => void) | null} */
  #taker = null
  /** @type {PromiseWithResolvers<void> | null} */
  #draining = null

  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {string} protocol
   * @param {Settings} settings
   * @param {MessageReader} [reader]
   */
  constructor(
    req,
    socket,
    protocol,
    settings,
    reader = new MessageReader(settings.maxMessage),
  ) {
    super()
    /** The subprotocol that both sides speak; '' is none. */
    this.protocol = protocol
    this.#socket = socket
    this.#output = new Output(socket)
    this.#settings = settings
    this.#reader = reader
    const connected = /** @type {Connected} */ (socket)
    connected[WEB_SOCKET] = this
    socket.on('end', onEnd).on('close', onClose).on('drain', onDrain)
    socket.on('data', onData)
    join(req, this)
  }

  /** What the client has not taken yet, in bytes. */
  get bufferedAmount() {
    return this.#output.waiting
  }

  /** Called with each message. What comes before it is set waits for it. */
  get onmessage() {
    return this.#onMessage
  }

  set onmessage(listener) {
    this.#onMessage = listener
    this.#run()
  }

  /**
   * @param {string} type message, close or error
   * @param {any} listener
   * @param {any} [options]
   */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options)
    this.#hasListeners ||= type === 'message'
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
    return this.sendFrame(frameOf(data))
  }

  /**
   * Sends a frame that is made already. A client that leaves too much lying is
   * cut off.
   * @internal
   * @param {string | Buffer} frame
   */
  sendFrame(frame) {
    if (this.readyState !== OPEN) return false
    const { waiting } = this.#output
    if (waiting <= this.#settings.limit) return this.#write(frame)
    this.#tell(tooSlow(waiting, this.#settings.limit))
    this.terminate()
    return false
  }

  /** @param {string | Buffer} frame */
  #write(frame) {
    return typeof frame === 'string'
      ? this.#output.add(frame)
      : this.#output.addBytes(frame)
  }

  /** @returns {Promise<void>} when the client has caught up, or has left */
  async drained() {
    this.#output.flush()
    if (!this.#socket.writableNeedDrain || this.readyState === CLOSED) return
    this.#draining ??= Promise.withResolvers()
    await this.#draining.promise
  }

  /** Lets the next messages wait. */
  pause() {
    this.#isPaused = true
  }

  /** Goes on. */
  resume() {
    this.#isPaused = false
    this.#run()
  }

  /**
   * Says goodbye. The connection ends when the client has answered, or after 5
   * seconds.
   *
   * @param {number} [code] 1000 to 1003, 1007 to 1014, 3000 to 4999
   * @param {string} [reason] at most 123 bytes
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  close(code = NO_CODE, reason = '') {
    checkValue('close', 'code', code, CODE)
    checkValue('close', 'reason', reason, REASON)
    if (this.readyState !== OPEN) return
    this.readyState = CLOSING
    this.#since = clock.now
    this.#write(closeFrame(code, reason))
    // A message that nobody wants must not stand before the client's answer.
    this.#run()
  }

  /** Ends the connection without a word. */
  terminate() {
    this.#socket.destroy()
  }

  /**
   * The messages, one after another. While one is looked at, the others wait.
   *
   * @returns {AsyncIterator<string | Buffer, undefined>}
   */
  [Symbol.asyncIterator]() {
    return {
      next: () =>
        new Promise((resolve) => {
          if (this.readyState === CLOSED) return resolve(DONE)
          this.#taker = resolve
          this.#run()
        }),
      return: async () => {
        this.close()
        return DONE
      },
    }
  }

  /** Goes as far as it can with what has come. */
  #run() {
    const reader = this.#reader
    const socket = this.#socket
    if (this.#output.isHeld) return
    this.#output.isHeld = true
    try {
      while (!this.#isOver && (reader.type > 0 || reader.next())) {
        if (!this.#deliver(reader)) break
        reader.type = 0
        reader.data = ''
      }
    } catch (error) {
      this.#fail(error)
    }
    this.#output.isHeld = false
    this.#output.flush()
    if (reader.type > 0 && !this.#isOver) socket.pause()
    else if (socket.isPaused()) socket.resume()
  }

  /**
   * @param {MessageReader} reader
   * @returns {boolean} false: the message has to wait
   */
  #deliver(reader) {
    const { type, data } = reader
    if (type >= CLOSE) this.#obey(type, /** @type {Buffer} */ (data))
    else if (this.readyState === OPEN) {
      const isWanted = this.#onMessage || this.#hasListeners || this.#taker
      if (this.#isPaused || !isWanted) return false
      this.#taker?.({ value: data, done: false })
      this.#taker = null
      this.#call(this.#onMessage, { type: 'message', data, target: this })
      if (this.#hasListeners) this.#dispatch('message', { data })
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
    if (type === PING && this.readyState === OPEN) {
      this.#write(frameOf(data, FINAL | PONG))
    } else if (type === CLOSE) {
      const code = data.length === 0 ? NO_CODE : codeOf(data)
      const reason = textOf(data.subarray(2))
      this.#farewell = { code, reason, wasClean: true }
      this.close(code, reason)
      this.end()
    }
  }

  /**
   * Calls a listener. Its error ends this connection, and no other one.
   *
   * @param {Function | null} listener
   * @param {object} event
   */
  #call(listener, event) {
    try {
      const returned = listener?.call(this, event)
      if (typeof returned?.then !== 'function') return
      returned.then(undefined, (/** @type {unknown} */ error) =>
        this.#fail(error),
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  /** @param {any} error of a listener or, with a closeCode, of the client */
  #fail(error) {
    const code = error?.closeCode
    const isOurs = code === undefined
    if (this.#isOver || (isOurs && this.onerror === null)) console.error(error)
    if (this.#isOver) return
    this.close(code ?? FAILED, isOurs ? '' : error.message)
    this.end()
    this.#tell(error)
  }

  /** @param {any} error */
  #tell(error) {
    this.#dispatch('error', { error, message: String(error?.message) })
  }

  /**
   * @param {'message' | 'error' | 'close'} type
   * @param {Message | Failure | Farewell} fields
   */
  #dispatch(type, fields) {
    const event = Object.assign(new Event(type), fields)
    if (type === 'error') this.#call(this.onerror, event)
    if (type === 'close') this.#call(this.onclose, event)
    this.dispatchEvent(event)
  }

  /** @param {Buffer} bytes from the client @internal */
  take(bytes) {
    if (this.#isOver) return
    if (this.readyState === OPEN) this.#since = clock.now
    this.#reader.push(bytes)
    this.#run()
  }

  /** The client is behind no longer. @internal */
  drain() {
    this.#draining?.resolve()
    this.#draining = null
  }

  /** Ends the connection behind what was sent. @internal */
  end() {
    this.#isOver = true
    if (this.readyState === OPEN) this.readyState = CLOSING
    this.#output.end()
  }

  /** The connection has ended. @internal */
  closed() {
    part(this)
    this.#isOver = true
    this.readyState = CLOSED
    this.drain()
    this.#taker?.(DONE)
    this.#dispatch('close', this.#farewell)
  }

  /** @param {number} now @internal */
  beat(now) {
    const quiet = now - this.#since
    const { heartbeat } = this.#settings
    if (this.readyState !== OPEN) {
      if (quiet > FAREWELL) this.terminate()
    } else if (heartbeat > 0 && quiet >= heartbeat) {
      if (quiet >= 2 * heartbeat) this.terminate()
      else this.#write(frameOf('', FINAL | PING))
    }
  }

  /** Its server closes. @internal */
  leave() {
    this.close(GOING_AWAY)
  }
}

/** @type {{ value: undefined, done: true }} */
const DONE = { value: undefined, done: true }

/** @this {Connected} @param {Buffer} bytes */
function onData(bytes) {
  this[WEB_SOCKET].take(bytes)
}

/** @this {Connected} */
function onEnd() {
  this[WEB_SOCKET].end()
}

/** @this {Connected} */
function onDrain() {
  this[WEB_SOCKET].drain()
}

/** @this {Connected} */
function onClose() {
  this[WEB_SOCKET].closed()
}

/** @param {Buffer} data of a close frame */
function codeOf(data) {
  const code = data.length < 2 ? data[0] : data.readUInt16BE()
  if (isCloseCode(code)) return code
  throw failure(PROTOCOL_ERROR, `Got the close code ${code}, expected another`)
}

/**
 * @param {number} waiting
 * @param {number} limit
 */
const tooSlow = (waiting, limit) =>
  new VelocyError(
    'ERR_VELOCY_SLOW_CLIENT',
    `${waiting} bytes wait for the client, expected at most ${limit}`,
  )
