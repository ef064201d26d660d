import { VelocyError } from '../common/errors.js'
import { Output } from '../engine/output.js'
import { packedFrameOf, unpack } from './deflate.js'
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
import { CloseEvent, ErrorEvent, MessageEvent } from './socket-events.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */

const OPEN = 1
const CLOSING = 2
const CLOSED = 3

/** How long a client may take to end the connection, in ms. */
const FAREWELL = 5000

/** The longest reason of a close frame, in bytes (RFC 6455 §5.5). */
const LONGEST_REASON = 123

/** By this, all sockets can share their listeners. */
const WEB_SOCKET = Symbol('WebSocket')

/** @typedef {Socket & { [WEB_SOCKET]: WebSocket }} Connected */
/**
 * @typedef {{ maxMessage: number, limit: number, heartbeat: number,
 *   windowBits: number }} Settings
 */

/**
 * A connection on which both sides talk whenever they like: the server's end of
 * what browsers call WebSocket, with the same members.
 */
export class WebSocket extends EventTarget {
  /** 1: open, 2: closing, 3: closed */
  readyState = OPEN
  /** @type {((event: CloseEvent) => unknown) | null} */
  onclose = null
  /** @type {((event: ErrorEvent) => unknown) | null} */
  onerror = null
  #socket
  #output
  #settings
  /** @type {MessageReader | null} null: nothing that comes counts any more */
  #reader
  /** @type {((event: MessageEvent) => unknown) | null} */
  #onMessage = null
  #hasListeners = false
  #isPaused = false
  #isRunning = false
  /** @type {Buffer | null} what has come and has not had its turn */
  #held = null
  /** Where in it that begins. */
  #at = 0
  /** Of the client's close frame. */
  #code = NO_CLOSE
  #reason = ''
  /** When something was last heard or, once it closes, when that began, in ms. */
  #since = clock.now
  #isPinged = false
  /** @type {((result: IteratorResult<string | Buffer>) => void) | null} */
  #taker = null
  /** @type {PromiseWithResolvers<void> | null} */
  #draining = null

  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {string} protocol
   * @param {Settings} settings
   */
  constructor(req, socket, protocol, settings) {
    super()
    /** The subprotocol that both sides speak; '' is none. */
    this.protocol = protocol
    this.#socket = socket
    this.#output = new Output(socket)
    this.#settings = settings
    this.#reader = new MessageReader(settings.maxMessage)
    /** The window of what is compressed, as a power of two; 0: nothing is. */
    this.windowBits = settings.windowBits
    this.#reader.mayPack = settings.windowBits > 0
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
    if (type !== 'message') return
    this.#hasListeners = true
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
    const { windowBits } = this
    if (windowBits > 0) return this.sendFrame(packedFrameOf(data, windowBits))
    return this.sendFrame(frameOf(data))
  }

  /**
   * Sends a frame that is made already. A client that takes nothing while more
   * and more is sent is cut off.
   * @internal
   * @param {string | Buffer} frame
   */
  sendFrame(frame) {
    if (this.readyState !== OPEN) return false
    const waiting = this.#output.waiting
    const { limit } = this.#settings
    if (waiting > limit) {
      this.#tell(tooSlow(waiting, limit))
      this.terminate()
      return false
    }
    return this.#write(frame)
  }

  /** @param {string | Buffer} frame */
  #write(frame) {
    return typeof frame === 'string'
      ? this.#output.add(frame)
      : this.#output.addBytes(frame)
  }

  /**
   * Waits until the client has taken what was sent.
   *
   * @returns {Promise<void>} which resolves when it has left, too
   */
  async drained() {
    this.#output.flush()
    if (!this.#socket.writableNeedDrain || this.#socket.destroyed) return
    this.#draining ??= Promise.withResolvers()
    await this.#draining.promise
  }

  /** Reads no more, from the next message on. */
  pause() {
    this.#isPaused = true
  }

  /** Goes on reading. */
  resume() {
    this.#isPaused = false
    this.#run()
  }

  /**
   * Says goodbye. The connection ends when the client has answered, or 5
   * seconds later.
   *
   * @param {number} [code] 1000 to 1003, 1007 to 1014, 3000 to 4999
   * @param {string} [reason] at most 123 bytes
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  close(code = NO_CODE, reason = '') {
    if (code !== NO_CODE && !isCloseCode(code)) throw badCode(code)
    if (Buffer.byteLength(reason) > LONGEST_REASON) throw badReason(reason)
    if (this.readyState !== OPEN) return
    this.readyState = CLOSING
    this.#since = clock.now
    this.#write(closeFrame(code, reason))
    // What is not taken any more must not stand before the client's answer.
    this.#run()
  }

  /** Ends the connection without a word. */
  terminate() {
    this.#socket.destroy()
  }

  /**
   * The messages, one after another: while one is looked at, the next ones wait.
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

  /** @param {Buffer} bytes */
  #take(bytes) {
    this.#since = this.readyState === OPEN ? clock.now : this.#since
    this.#isPinged = false
    if (this.#held !== null) {
      bytes = Buffer.concat([this.#held.subarray(this.#at), bytes])
    }
    this.#held = bytes
    this.#at = 0
    this.#run()
  }

  /** Goes as far as it can with what has come. */
  #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#output.isHeld = true
    try {
      while (this.#step());
    } catch (error) {
      this.#fail(/** @type {any} */ (error))
    }
    this.#isRunning = false
    this.#output.isHeld = false
    this.#output.flush()
    if (this.#held !== null) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /** @returns {boolean} whether there may be another step */
  #step() {
    const reader = this.#reader
    if (reader === null) this.#held = null
    if (this.#held === null || reader === null) return false
    if (reader.type !== 0) return this.#deliver(reader)
    if (this.#at === this.#held.length) {
      this.#held = null
      return false
    }
    this.#at = reader.read(this.#held, this.#at)
    return true
  }

  /**
   * @param {MessageReader} reader
   * @returns {boolean} false: the message has to wait
   */
  #deliver(reader) {
    const isPacked = reader.isPacked && reader.type < CLOSE
    if (isPacked) unpack(reader, this.#settings.maxMessage)
    const { type, data } = reader
    if (type >= CLOSE) this.#obey(type, /** @type {Buffer} */ (data))
    else if (this.readyState === OPEN) {
      const isWanted = this.#onMessage !== null || this.#hasListeners
      if (this.#isPaused || !(isWanted || this.#taker)) return false
      reader.type = 0
      this.#hand(data, isWanted)
      return true
    }
    reader.type = 0
    return true
  }

  /**
   * @param {string | Buffer} data
   * @param {boolean} isWanted
   */
  #hand(data, isWanted) {
    const taker = this.#taker
    this.#taker = null
    taker?.({ value: data, done: false })
    if (!isWanted) return
    const event = new MessageEvent(data)
    if (this.#onMessage !== null) this.#call(this.#onMessage, event)
    if (this.#hasListeners) this.dispatchEvent(event)
  }

  /**
   * Calls a listener. Its error closes this connection, and no other one, and
   * goes where those of handlers go.
   *
   * @param {(event: any) => any} listener
   * @param {Event} event
   */
  #call(listener, event) {
    try {
      const returned = listener.call(this, event)
      if (typeof returned?.then === 'function') {
        returned.then(undefined, (/** @type {Error} */ e) => this.#break(e))
      }
    } catch (error) {
      this.#break(error)
    }
  }

  /** @param {any} error of a listener */
  #break(error) {
    this.close(FAILED)
    if (this.onerror === null) console.error(error)
    else this.#tell(error)
  }

  /**
   * A frame that controls has come (RFC 6455 §5.5).
   *
   * @param {number} type
   * @param {Buffer} data
   */
  #obey(type, data) {
    if (type === PONG) return
    if (type === PING) {
      if (this.readyState === OPEN) this.#write(frameOf(data, FINAL | PONG))
      return
    }
    this.#code = data.length === 0 ? NO_CODE : codeOf(data)
    this.#reason = textOf(data.subarray(2))
    this.close(this.#code, this.#reason)
    this.#end()
  }

  /** @param {Error & { closeCode?: number }} error what the client did wrong */
  #fail(error) {
    this.#tell(error)
    this.close(error.closeCode ?? FAILED, error.message)
    this.#end()
  }

  /** Ends the connection behind what was sent. */
  #end() {
    this.readyState = CLOSING
    this.#reader = null
    this.#held = null
    this.#output.end()
  }

  /** @param {Error} error */
  #tell(error) {
    const event = new ErrorEvent(error)
    if (this.onerror !== null) this.#call(this.onerror, event)
    this.dispatchEvent(event)
  }

  /**
   * @param {'data' | 'end' | 'drain' | 'close'} what has happened to the socket
   * @param {Buffer} [bytes]
   * @internal
   */
  notice(what, bytes) {
    if (what === 'data') {
      if (this.#reader !== null) this.#take(/** @type {Buffer} */ (bytes))
    } else if (what === 'end') this.#end()
    else if (what === 'drain') this.#drain()
    else this.#closed()
  }

  #drain() {
    this.#draining?.resolve()
    this.#draining = null
  }

  #closed() {
    part(this)
    this.readyState = CLOSED
    this.#reader = null
    this.#drain()
    this.#taker?.(DONE)
    const event = new CloseEvent(this.#code, this.#reason)
    if (this.onclose !== null) this.#call(this.onclose, event)
    this.dispatchEvent(event)
  }

  /** @param {number} now @internal */
  beat(now) {
    const quiet = now - this.#since
    if (this.readyState === CLOSING && quiet > FAREWELL) return this.terminate()
    const { heartbeat } = this.#settings
    if (this.readyState !== OPEN || heartbeat === 0 || quiet < heartbeat) return
    if (!this.#isPinged) {
      this.#isPinged = true
      this.#write(frameOf('', FINAL | PING))
    } else if (quiet >= 2 * heartbeat) this.terminate()
  }

  /** @internal */
  leave() {
    this.close(GOING_AWAY)
  }
}

/** @type {{ value: undefined, done: true }} */
const DONE = { value: undefined, done: true }

/** @this {Connected} @param {Buffer} bytes */
function onData(bytes) {
  this[WEB_SOCKET].notice('data', bytes)
}

/** @this {Connected} */
function onEnd() {
  this[WEB_SOCKET].notice('end')
}

/** @this {Connected} */
function onDrain() {
  this[WEB_SOCKET].notice('drain')
}

/** @this {Connected} */
function onClose() {
  this[WEB_SOCKET].notice('close')
}

/** @param {Buffer} data of a close frame */
function codeOf(data) {
  const code = data.length < 2 ? data[0] : data.readUInt16BE()
  if (isCloseCode(code)) return code
  throw failure(
    PROTOCOL_ERROR,
    `Got the close code ${code}, expected a known one`,
  )
}

/** @param {unknown} code */
const badCode = (code) =>
  new VelocyError(
    'ERR_VELOCY_BAD_OPTION',
    `close: got the code ${code}, expected 1000 to 1003, 1007 to 1014 or 3000 ` +
      'to 4999',
  )

/** @param {string} reason */
const badReason = (reason) =>
  new VelocyError(
    'ERR_VELOCY_BAD_OPTION',
    `close: got a reason of ${Buffer.byteLength(reason)} bytes, expected at ` +
      `most ${LONGEST_REASON}`,
  )

/**
 * @param {number} waiting
 * @param {number} limit
 */
const tooSlow = (waiting, limit) =>
  new VelocyError(
    'ERR_VELOCY_SLOW_CLIENT',
    `${waiting} bytes wait for the client, expected at most ${limit}`,
  )
