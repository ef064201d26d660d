import http from 'node:http'
import { checkOptions, checkValue, having, integer } from '../common/options.js'
import { Request } from './request.js'
import { Response } from './response.js'

/** @import { Socket } from 'node:net' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Router } from '../router/router.js' */

/**
 * @typedef {object} ServerOptions
 * @property {number} [keepAliveTimeout] how long a connection may be idle, in
 *   ms; 5000
 * @property {number} [closeTimeout] how long close() waits for what is under
 *   way, in ms; 1000
 */
const DEFAULTS = { keepAliveTimeout: 5000, closeTimeout: 1000 }

/**
 * How long nothing moves on a connection before close() ends it, in ms: longer
 * than a request is on its way, from the other side of the earth, too.
 */
const QUIET = 200

/** In ms. A timer that is to wait for longer does not wait at all. */
const LONGEST = 2 ** 31 - 1

const ROUTER_RULE = having('a Router', 'handle')
const RULES = {
  keepAliveTimeout: integer(0, LONGEST),
  closeTimeout: integer(0, LONGEST),
}

/** An http.Server that ends: close() waits for a while, and not for ever. */
class Server extends http.Server {
  /** @type {Map<Socket, Set<Response>>} what each connection waits for */
  #connections = new Map()
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

  /** @param {Socket} socket */
  #track(socket) {
    /** @type {Set<Response>} in the order of their requests */
    const answers = new Set()
    this.#connections.set(socket, answers)
    socket.once('close', () => this.#connections.delete(socket))
    if (this.#isClosing) this.#closeWhenQuiet(socket, answers)
    return answers
  }

  /**
   * @param {Request} req
   * @param {Response} res
   */
  #begin(req, res) {
    const { socket } = req
    const answers = this.#connections.get(socket) ?? this.#track(socket)
    answers.add(res)
    if (this.#isClosing) res.shouldKeepAlive = false
    res.on('close', () => this.#end(req, res, socket, answers))
  }

  /**
   * @param {Request} req
   * @param {Response} res
   * @param {Socket} socket of both, which they have no longer
   * @param {Set<Response>} answers
   */
  #end(req, res, socket, answers) {
    if (res.writableFinished) answers.delete(res)
    // Half an answer cannot be taken back: the client must see that it ends
    // too early. It does when those before it have been sent.
    const [first] = answers
    if (first?.destroyed) return socket.destroy()
    if (!req.complete) req.skipBody(socket)
    if (this.#isClosing) this.#closeWhenQuiet(socket, answers)
  }

  /**
   * Stops accepting connections, and ends those that there are: each with the
   * answer that it waits for or with its next one, which says so, or when it
   * has been quiet for a while.
   *
   * @param {(error?: Error) => void} [callback] when the last one is gone
   */
  close(callback) {
    if (!this.listening) return super.close(callback)
    this.#isClosing = true
    const deadline = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy()
    }, this.#closeTimeout)
    this.once('close', () => {
      clearTimeout(deadline)
      this.#isClosing = false
    })
    for (const [socket, answers] of this.#connections) {
      const last = [...answers].at(-1)
      if (last) last.shouldKeepAlive = false
      else this.#closeWhenQuiet(socket, answers)
    }
    return super.close(callback)
  }

  /**
   * node:http calls this from close(), and at that moment the next request of
   * a client may be on its way.
   */
  closeIdleConnections() {
    if (!this.#isClosing) super.closeIdleConnections()
  }

  /**
   * @param {Socket} socket
   * @param {Set<Response>} answers
   */
  #closeWhenQuiet(socket, answers) {
    const moved = socket.bytesRead + socket.bytesWritten
    const look = () => {
      if (answers.size > 0 || socket.destroyed) return
      const isQuiet = socket.bytesRead + socket.bytesWritten === moved
      if (isQuiet) socket.destroy()
      else this.#closeWhenQuiet(socket, answers)
    }
    setTimeout(look, QUIET).unref()
  }
}

/**
 * Makes a server of a router. It listens when it is told to:
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
