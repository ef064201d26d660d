import { AsyncResource } from 'node:async_hooks'
import { Body } from './body.js'
import { Head } from './head.js'
import { INCOMPLETE, INVALID } from './lines.js'
import { Output } from './output.js'
import { refusalOf, refuse } from './refuse.js'

/** @import { Socket } from 'node:net' */
/** @import { Engine, Incoming, Outgoing } from './engine.js' */

/** The length of the empty line that may come before a head. */
const EMPTY_LINE = 2

/** The context of the parser, so that no request inherits another's. */
const outside = new AsyncResource('VelocyConnection')

/**
 * A client's connection. Its requests have their turn one after another: the
 * next head is looked at when the answer before it is finished and the body is
 * over. So answers leave in order, and no more than one is under way.
 */
export class Connection {
  /** @type {Incoming | null} while its answer or its body is under way */
  request = null
  /** @type {Outgoing | null} until it is finished */
  response = null
  /** @type {Body | null} of the request, while there is more of it to come */
  body = null
  /** Whether part of a head has arrived. */
  isInHead = false
  /** The method of the last head; '' before it is known. */
  method = ''
  /** How many requests there have been. */
  requests = 0
  /** Whether the request at hand lets the connection stay. */
  mayStay = true
  /** Whether the client may send its body only when it is told to continue. */
  expectsContinue = false
  /** Whether the client has sent its FIN: nothing more will come. */
  isEnded = false
  /** Listeners for the response's 'close' that are not the handler's. */
  listeners = 0
  /** Whether no more requests are taken. */
  isOver = false
  /** Whether its socket speaks another protocol now. */
  isUpgraded = false
  /** Unsent bytes at the last sweep. */
  unsent = 0
  /** When the current activity began, in ms; limits count from here. */
  since = 0
  /** @type {Head | null} that has begun and is not whole */
  #head = null
  /** @type {Buffer | null} what has come and has not had its turn */
  #held = null
  /** Where in it that begins. */
  #from = 0
  #isRunning = false

  /**
   * @param {Socket} socket
   * @param {Engine} engine
   */
  constructor(socket, engine) {
    this.socket = socket
    this.engine = engine
    this.output = new Output(socket)
    this.since = engine.now
  }

  /** Whether nothing is under way. */
  get isIdle() {
    return this.request === null && this.response === null && !this.isInHead
  }

  /** Whether the answer that begins now may say that the connection stays. */
  get keepsAlive() {
    const mayWait = this.expectsContinue && this.body !== null
    if (!this.mayStay || mayWait || this.isOver) return false
    const hasMore = this.#held !== null && this.#from < this.#held.length
    return hasMore || !(this.isEnded || this.engine.isClosing)
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    if (this.#held !== null) {
      chunk = Buffer.concat([this.#held.subarray(this.#from), chunk])
    }
    this.#held = chunk
    this.#from = 0
    this.run()
  }

  /** Goes as far as it can with what has come. */
  run() {
    if (this.#isRunning) return
    this.#isRunning = true
    this.output.isHeld = true
    try {
      while (this.#held !== null && this.#step(this.#held));
    } catch (error) {
      // A listener has thrown, and may have done anything before.
      this.socket.destroy()
      throw error
    } finally {
      this.#isRunning = false
      this.output.isHeld = false
    }
    this.output.flush()
    this.#settle()
  }

  /**
   * @param {Buffer} bytes
   * @returns {unknown} whether there may be another step
   */
  #step(bytes) {
    let read = null
    if (this.#from === bytes.length) this.#held = null
    else if (this.body !== null) read = this.#readBody
    else if (this.response === null && !this.socket.writableNeedDrain) {
      read = this.#readHead
    }
    return read !== null && outside.runInAsyncScope(read, this, bytes)
  }

  /** @param {Buffer} bytes */
  #readHead(bytes) {
    const { limits, now } = this.engine
    const head = this.#head ?? new Head(limits.maxHeaderSize)
    if (!this.isInHead) this.since = now
    const end = head.scan(bytes, this.#from)
    this.method = head.method
    if (end === INVALID) return refuse(this, head.refusal)
    if (end === INCOMPLETE) {
      this.#head = head
      this.isInHead = head.kept > EMPTY_LINE
      this.#held = null
      return false
    }
    this.#head = null
    this.isInHead = false
    this.#from = end
    this.#begin(head)
    return !this.isOver
  }

  /** @param {Head} head that is whole */
  #begin(head) {
    const { engine } = this
    this.requests++
    const { maxRequestsPerSocket: most } = engine.limits
    const isLast = most > 0 && this.requests >= most
    this.mayStay = head.keepsAlive && !head.lacksHost && !isLast
    const request = new engine.Request(this, head)
    this.request = request
    if (head.wantsUpgrade && engine.upgrade(this, head)) return
    if (head.hasBody) this.body = new Body(head, request, engine.limits)
    this.expectsContinue = head.expectsContinue
    const response = new engine.Response(this, request)
    this.response = response
    engine.dispatch(this, head, request, response)
  }

  /** @param {Buffer} bytes */
  #readBody(bytes) {
    const body = /** @type {Body} */ (this.body)
    const end = body.read(bytes, this.#from)
    // The handler may have closed the connection.
    if (this.isOver) return false
    if (end === INVALID) return refuse(this, body.chunked?.refusal)
    this.#from = end
    if (body.isOpen) return true
    const { request } = this
    this.body = null
    if (this.response === null) this.request = null
    request?.receiveEnd(body.chunked?.text ?? '')
    return true
  }

  /** Pauses the socket while there is enough to do. */
  #settle() {
    const { socket } = this
    if (this.isOver) return
    if (this.#held !== null || this.body?.isPaused) socket.pause()
    else if (this.isEnded && (this.isInHead || this.body !== null)) {
      // What the client has begun to send will never be whole.
      refuse(this, refusalOf('The request has no end'))
    } else if (this.isEnded && this.response === null) this.close()
    else if (socket.isPaused()) socket.resume()
  }

  /** The reader of the body wants more of it. */
  resumeBody() {
    if (!this.body?.isPaused) return
    this.body.isPaused = false
    this.since = this.engine.now
    if (!this.#isRunning) this.#settle()
  }

  /**
   * @param {string | Uint8Array} data a character for each byte, or bytes that
   *   nobody changes any more
   * @returns {boolean} false: the client is behind; `drained` is called when it
   *   no longer is
   */
  send(data) {
    return !this.isOver && this.output.add(data)
  }

  /** @param {Outgoing} response that is complete */
  finish(response) {
    if (response !== this.response) return
    this.output.tell(response)
    if (this.socket.timeout) this.socket.setTimeout(0)
    if (!response.shouldKeepAlive) this.mayStay = false
    const { request } = this
    this.response = null
    this.since = this.engine.now
    if (this.body === null) this.request = null
    // A handler that has answered early may still read.
    if (this.body !== null) process.nextTick(dropBody, this, request)
    if (!this.mayStay) return this.close()
    // Not within what the handler has called.
    const isWaiting = this.#held !== null || this.isEnded
    if (isWaiting && !this.#isRunning) process.nextTick(goOn, this)
  }

  /**
   * @returns {Buffer} what has come and has not had its turn; more is not taken
   */
  stop() {
    const rest = this.#held?.subarray(this.#from) ?? Buffer.alloc(0)
    this.#held = null
    this.isOver = true
    this.isInHead = false
    this.since = this.engine.now
    return rest
  }

  /** Sends what there is, and throws away what still comes. */
  close() {
    this.stop()
    this.fail()
    this.output.end()
    this.socket.resume()
  }

  /** Cuts an answer that cannot be completed, so that the client sees it. */
  abort() {
    this.stop()
    this.output.flush()
    this.socket.end(() => this.socket.destroy())
  }

  /** Tells the request and the response under way that the rest is lost. */
  fail() {
    const { request, response, body } = this
    if (body !== null) body.isOpen = false
    this.request = this.response = this.body = null
    request?.lost()
    response?.lost()
  }
}

/**
 * @param {Connection} connection
 * @param {Incoming} request that has been answered
 */
function dropBody(connection, request) {
  if (connection.request !== request) return request.forgetBody()
  request.skipBody(connection.socket)
  connection.resumeBody()
}

/** @param {Connection} connection */
const goOn = (connection) => connection.run()
