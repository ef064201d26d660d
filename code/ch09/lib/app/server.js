import http from 'node:http'
import { checkOptions, checkValue, having, time } from '../common/options.js'
import { Request } from './request.js'
import { Response } from './response.js'

/** @import { Socket } from 'node:net' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Router } from './router.js' */

/**
 * @typedef {object} ServerOptions
 * @property {number} [keepAliveTimeout] how long a connection may be idle, in
 *   ms; 5000, to which node:http adds a second; 0 is for ever
 * @property {number} [closeTimeout] how long close() waits for what is under
 *   way, in ms; 1000; 0 is not at all
 */
const DEFAULTS = { keepAliveTimeout: 5000, closeTimeout: 1000 }

/**
 * How long a connection has to be quiet before close() ends it, in ms: longer
 * than a request takes to arrive from the other side of the earth.
 */
const QUIET = 200

const ROUTER_RULE = having('a Router', 'handle')
const RULES = {
  keepAliveTimeout: time(),
  closeTimeout: time(),
}

/** The property of a socket that holds its connection. */
const CONNECTION = Symbol('connection')

/**
 * @typedef {object} Connection
 * @property {Socket} socket kept here: req.socket may be gone
 * @property {Response[]} answers not sent yet, in the order of their requests
 * @property {number} [moved] bytes that had moved when close() last looked
 */
/** @typedef {Socket & { [CONNECTION]?: Connection }} Connected */

/**
 * An http.Server whose close() is graceful, and gives up after closeTimeout.
 */
class Server extends http.Server {
  /** @type {Set<Connection>} */
  #connections = new Set()
  #closeTimeout
  #isClosing = false

  /**
   * @param {Router} router
   * @param {Required<ServerOptions>} options
   */
  constructor(router, { keepAliveTimeout, closeTimeout }) {
    super({
      IncomingMessage: Request,
      ServerResponse: /** @type {any} */ (Response),
      keepAliveTimeout,
    })
    this.#closeTimeout = closeTimeout
    this.on('connection', (socket) => this.#track(socket))
    /** @type {(req: any, res: any) => void} of the classes above */
    const answer = (req, res) => {
      this.#begin(req, res)
      router.handle(req, res)
    }
    this.on('request', answer)
  }

  /** @param {Connected} socket */
  #track(socket) {
    /** @type {Connection} */
    const connection = { socket, answers: [] }
    socket[CONNECTION] = connection
    this.#connections.add(connection)
    socket.once('close', () => this.#connections.delete(connection))
    return connection
  }

  /**
   * @param {Request & { socket: Connected }} req
   * @param {Response} res
   */
  #begin(req, res) {
    const { socket } = req
    const connection = socket[CONNECTION] ?? this.#track(socket)
    const before = connection.answers.at(-1)
    connection.answers.push(res)
    if (this.#isClosing) {
      res.shouldKeepAlive = false
      // The answer before was to be the last, but another request has come.
      if (before && !before.headersSent) before.shouldKeepAlive = true
    }
    res.on('close', () => this.#end(connection, req, res))
  }

  /**
   * @param {Connection} connection
   * @param {Request} req
   * @param {Response} res
   */
  #end({ socket, answers }, req, res) {
    // Answers are sent in order, so one that has been sent is the first.
    if (res.writableFinished && answers[0] === res) answers.shift()
    // Half an answer cannot be taken back: once those before it have been sent,
    // end the connection, so that the client sees that the answer is cut.
    if (answers[0]?.destroyed) return socket.destroy()
    if (!req.complete) req.skipBody(socket)
  }

  /**
   * Stops accepting connections, and ends each open one after its next answer,
   * which says so, or when it has been quiet for a while.
   *
   * @param {(error?: Error) => void} [callback] called when all are closed
   */
  close(callback) {
    if (!this.listening) return super.close(callback)
    this.#isClosing = true
    this.#sweep()
    // If the event loop was blocked, first read what has arrived meanwhile.
    const sweep = setInterval(() => setImmediate(() => this.#sweep()), QUIET)
    const deadline = setTimeout(() => {
      for (const { socket } of this.#connections) socket.destroy()
    }, this.#closeTimeout)
    this.once('close', () => {
      clearInterval(sweep)
      clearTimeout(deadline)
      this.#isClosing = false
    })
    for (const { answers } of this.#connections) {
      const last = answers.at(-1)
      if (last) last.shouldKeepAlive = false
    }
    return super.close(callback)
  }

  /**
   * node:http calls this from close(), when a client's next request may be on
   * its way.
   */
  closeIdleConnections() {
    if (!this.#isClosing) super.closeIdleConnections()
  }

  /** Ends connections that are idle, and were so when it last looked. */
  #sweep() {
    for (const connection of this.#connections) {
      const { socket, answers, moved } = connection
      connection.moved = socket.bytesRead + socket.bytesWritten
      if (answers.length === 0 && moved === connection.moved) socket.destroy()
    }
  }
}

/**
 * Makes a server that answers with a router's routes:
 * `createServer(router).listen(8080)`.
 *
 * @param {Router} router
 * @param {ServerOptions} [options]
 * @returns {http.Server}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function createServer(router, options) {
  checkValue('createServer', 'router', router, ROUTER_RULE)
  const checked = checkOptions('createServer', options, RULES)
  return new Server(router, { ...DEFAULTS, ...checked })
}
