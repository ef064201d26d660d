import { checkValue } from '../common/options.js'
import {
  CLOSE,
  CLOSE_CODE,
  CLOSE_REASON,
  closeCodeOf,
  closeFrame,
  FAILED,
  FINAL,
  frameOf,
  GOING_AWAY,
  NO_CLOSE,
  NO_CODE,
  PING,
  PONG,
} from './frames.js'
import { clock, join, part } from './lasting.js'
import { listenTo } from './listen.js'
import { textOf } from './message-reader.js'
import { CLOSED, OPEN, Sender } from './sender.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { MessageReader } from './message-reader.js' */

/** How long a client may take to end the connection, in ms. */
const FAREWELL = 5000

/** @type {Farewell} of a client that has left without a word */
const NOTHING = { code: NO_CLOSE, reason: '', wasClean: false }

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
export class WebSocket extends Sender {
  /** @type {((event: Event & Farewell) => unknown) | null} */
  onclose = null
  /** @type {((event: Event & Failure) => unknown) | null} */
  onerror = null
  /** The window of what is compressed, as a power of two; 0: nothing is. */
  windowBits = 0
  #heartbeat
  #reader
  /** @type {((event: Message) => unknown) | null} */
  #onMessage = null
  #hasListeners = false
  #isPaused = false
  /** Whether nothing that comes counts any more. */
  #isOver = false
  /** @type {Farewell} what the client has said in the end */
  #farewell = NOTHING
  /** When something was last heard or, once it closes, when that began, in ms. */
  #since = clock.now
  /** @type {((result: IteratorResult<string | Buffer>) => void) | null} */
  #taker = null

  /**
   * @param {Request} req
   * @param {Socket} socket
   * @param {string} protocol
   * @param {Settings} settings
   * @param {MessageReader} reader
   */
  constructor(req, socket, protocol, settings, reader) {
    super(socket, settings.limit)
    /** The subprotocol that both sides speak; '' is none. */
    this.protocol = protocol
    this.#heartbeat = settings.heartbeat
    this.#reader = reader
    listenTo(socket, this)
    join(req, this)
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

  /** Its server closes. @internal */
  leave() {
    this.close(GOING_AWAY)
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
    checkValue('close', 'code', code, CLOSE_CODE)
    checkValue('close', 'reason', reason, CLOSE_REASON)
    if (this.readyState !== OPEN) return
    this.startClosing()
    this.#since = clock.now
    this.write(closeFrame(code, reason))
    // A message that nobody wants must not stand before the client's answer.
    this.#run()
  }

  /** Goes as far as it can with what has come. */
  #run() {
    const reader = this.#reader
    const socket = this.socket
    if (this.output.isHeld) return
    this.output.isHeld = true
    try {
      while (!this.#isOver && (reader.type > 0 || reader.next())) {
        if (!this.#deliver(reader)) break
        reader.type = 0
        reader.data = ''
      }
    } catch (error) {
      this.#fail(error)
    }
    this.output.isHeld = false
    this.output.flush()
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
    if (type === PING) this.sendFrame(frameOf(data, FINAL | PONG))
    if (type === CLOSE) {
      const code = closeCodeOf(data)
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
    this.tell(error)
  }

  /** @override @protected @param {any} error */
  tell(error) {
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
  data(bytes) {
    if (this.#isOver) return
    if (this.readyState === OPEN) this.#since = clock.now
    this.#reader.push(bytes)
    this.#run()
  }

  /** Ends the connection behind what was sent. @internal */
  end() {
    this.#isOver = true
    this.startClosing()
    this.output.end()
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
    const heartbeat = this.#heartbeat
    if (this.readyState !== OPEN) {
      if (quiet > FAREWELL) this.terminate()
    } else if (heartbeat > 0 && quiet >= heartbeat) {
      if (quiet >= 2 * heartbeat) this.terminate()
      else this.write(frameOf('', FINAL | PING))
    }
  }
}

/** @type {{ value: undefined, done: true }} */
const DONE = { value: undefined, done: true }
