import { closeWhenQuiet, socketsOf } from '../common/closing.js'
import {
  checkOptions,
  checkValue,
  having,
  integer,
  oneOf,
  time,
} from '../common/options.js'
import { LIMITS } from '../engine/engine.js'
import { makeNetServer } from '../engine/server.js'
import { NetRequest } from './net-request.js'
import { NetResponse } from './net-response.js'
import { Request } from './request.js'
import { Response } from './response.js'

/** @import { Server } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Router } from './router.js' */

/**
 * @typedef {object} ServerOptions times are in ms, and 0 is for ever
 * @property {'net' | 'http'} [engine] What reads requests and sends answers:
 *   our own engine, or node:http. Default: 'net'.
 * @property {import('node:tls').TlsOptions} [tls] `key`, `cert`, and whatever
 *   else tls.createServer takes, for an HTTPS server. Default: plain HTTP.
 * @property {number} [keepAliveTimeout] How long a connection may be idle, in
 *   ms. node:http adds a second to it. Default: 5000.
 * @property {number} [headersTimeout] How long a request head may take to
 *   arrive, in ms; 0 means no limit. node:http looks every 30 seconds. Default:
 *   60,000.
 * @property {number} [requestTimeout] How long a request may take to arrive, in
 *   ms; 0 means no limit. node:http looks every 30 seconds. Default: 300,000.
 * @property {number} [sendTimeout] How long a client may take for a megabyte of
 *   an answer, in ms; 0 means no limit. Only our engine has it. Default:
 *   120,000, which is 8 kB a second.
 * @property {number} [closeTimeout] How long close() waits for requests in
 *   progress, in ms. Default: 1000.
 * @property {number} [maxHeaderSize] Largest request head, in bytes. Default:
 *   16,384, or the value of --max-http-header-size.
 * @property {number} [maxRequestsPerSocket] Requests per connection; 0 means no
 *   limit. Default: 0.
 */
const ROUTER_RULE = having('a Router', 'handle', 'compile')
const RULES = {
  engine: oneOf('net', 'http'),
  tls: having('options of tls.createServer'),
  keepAliveTimeout: time(),
  headersTimeout: time(),
  requestTimeout: time(),
  sendTimeout: time(),
  closeTimeout: time(),
  maxHeaderSize: integer(256, 1024 * 1024),
  maxRequestsPerSocket: integer(0, 2 ** 31 - 1),
}

/** The property of a socket that holds its connection. */
const CONNECTION = Symbol('connection')

/** @typedef {Socket & { [CONNECTION]?: Connection }} Connected */

class Connection {
  /** @type {Response[]} not sent yet, in the order of their requests */
  answers = []

  /** @param {Socket} socket kept here, because req.socket may be gone */
  constructor(socket) {
    this.socket = socket
    /** Bytes read when the last request was over. */
    this.read = socket.bytesRead
  }

  get isIdle() {
    return this.answers.length === 0 && this.read === this.socket.bytesRead
  }

  get isInHead() {
    return this.answers.length === 0 && this.read !== this.socket.bytesRead
  }
}

/** The graceful close() of a server of node:http. */
class Closing {
  /** @type {Set<Connection>} */
  #connections = new Set()
  #isClosing = false

  /**
   * @param {any} server
   * @param {string} event that it emits for each connection
   */
  constructor(server, event) {
    server.on(event, (/** @type {Socket} */ socket) => this.#track(socket))
    /** @type {(req: any, res: any) => void} of our own classes */
    const begin = (req, res) => this.#begin(req, res)
    server.on('request', begin).on('checkContinue', begin)
    const sockets = socketsOf(server)
    const { close, closeIdleConnections } = server
    /** @param {(error?: Error) => void} [callback] called when all are closed */
    server.close = (callback) => {
      if (server.listening) this.#start(server, sockets)
      return close.call(server, callback)
    }
    // node:http calls this from close(), when a client's next request may be on
    // its way.
    server.closeIdleConnections = () => {
      if (!this.#isClosing) closeIdleConnections.call(server)
    }
  }

  /** @param {Connected} socket */
  #track(socket) {
    const connection = new Connection(socket)
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
  #end(connection, req, res) {
    const { socket, answers } = connection
    // Answers are sent in order, so one that has been sent is the first.
    if (res.writableFinished && answers[0] === res) answers.shift()
    // Half an answer cannot be taken back: once those before it have been sent,
    // end the connection, so that the client sees that the answer is cut.
    if (answers[0]?.destroyed) return socket.destroy()
    connection.read = socket.bytesRead
    if (req.complete) return req.forgetBody()
    req.skipBody(socket)
    req.once('close', () => {
      connection.read = socket.bytesRead
    })
  }

  /**
   * @param {any} server that stops accepting connections
   * @param {Set<Socket>} sockets
   */
  #start(server, sockets) {
    this.#isClosing = true
    server.once('close', () => {
      this.#isClosing = false
    })
    for (const { answers } of this.#connections) {
      const last = answers.at(-1)
      if (last) last.shouldKeepAlive = false
    }
    closeWhenQuiet(server, this.#connections, sockets, server.closeTimeout)
  }
}

/** @param {ServerOptions} options */
function makeHttpServer({ tls, ...limits }) {
  /** @type {any} */
  const { Server } = process.getBuiltinModule(tls ? 'node:https' : 'node:http')
  const classes = { IncomingMessage: Request, ServerResponse: Response }
  const server = new Server({ ...tls, ...classes })
  Object.assign(server, LIMITS, limits)
  new Closing(server, tls ? 'secureConnection' : 'connection')
  return server
}

/**
 * Makes a server that answers with a router's routes:
 * `createServer(router).listen(8080)`.
 *
 * @param {Router<any, {}>} router
 * @param {ServerOptions} [options]
 * @returns {Server & { closeTimeout: number }} an http.Server, or with our own
 *   engine one with the same events and methods, except for setTimeout
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, and as router.build()
 */
export function createServer(router, options) {
  checkValue('createServer', 'router', router, ROUTER_RULE)
  router.build?.()
  const checked = checkOptions('createServer', options, RULES)
  const { engine = 'net', ...limits } = checked
  const classes = { Request: NetRequest, Response: NetResponse }
  /** @type {any} */
  const server =
    engine === 'net'
      ? makeNetServer({ ...limits, ...classes })
      : makeHttpServer(limits)
  answerWith(server, router)
  return server
}

/**
 * @param {any} server
 * @param {Router} router
 */
function answerWith(server, router) {
  // By now the routes are there, and no client is yet.
  server.on('listening', () => router.compile())
  server.on('request', router.handle)
  /** @type {(req: any, res: any) => void} */
  const answerExpecting = (req, res) => {
    req.expectContinue(res)
    router.handle(req, res)
  }
  server.on('checkContinue', answerExpecting)
}
