import http from 'node:http'
import https from 'node:https'
import {
  checkOptions,
  checkValue,
  having,
  integer,
  oneOf,
} from '../common/options.js'
import { NetServer, TlsServer } from '../engine/server.js'
import { NetRequest } from './net-request.js'
import { NetResponse } from './net-response.js'
import { Request } from './request.js'
import { Response } from './response.js'

/** @import { Socket } from 'node:net' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Router } from './router.js' */

/**
 * @typedef {object} ServerOptions of time in ms, where 0 is for ever
 * @property {'net' | 'http'} [engine] what reads requests and sends answers:
 *   our own, or node:http
 * @property {import('node:tls').TlsOptions} [tls] a certificate, its key, and
 *   what else tls.createServer takes: then it is an HTTPS server
 * @property {number} [keepAliveTimeout] how long a connection may be idle;
 *   5000, to which node:http adds a second
 * @property {number} [headersTimeout] how long a head may take; 60,000
 * @property {number} [requestTimeout] how long a request may take; 300,000
 * @property {number} [sendTimeout] how long a client may take nothing of an
 *   answer; 60,000; node:http has no such limit
 * @property {number} [closeTimeout] how long close() waits for what is under
 *   way; 1000; with 0 not at all
 * @property {number} [maxHeaderSize] of a head, in bytes; 16,384
 */
const DEFAULTS = {
  engine: process.env.VELOCY_ENGINE ?? 'net',
  keepAliveTimeout: 5000,
  closeTimeout: 1000,
}

/**
 * How long a connection has to be quiet before close() ends it, in ms: longer
 * than a request takes to arrive from the other side of the earth.
 */
const QUIET = 200

/** In ms. A timer that is set for longer fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

const ROUTER_RULE = having('a Router', 'handle', 'compile')
const TIME = integer(0, MAX_TIMEOUT_MS)
const RULES = {
  engine: oneOf('net', 'http'),
  tls: having('options of tls.createServer'),
  keepAliveTimeout: TIME,
  headersTimeout: TIME,
  requestTimeout: TIME,
  sendTimeout: TIME,
  closeTimeout: TIME,
  maxHeaderSize: integer(256, 1024 * 1024),
}

/** The property of a socket and its responses that holds their connection. */
const CONNECTION = Symbol('connection')

/**
 * @typedef {object} Connection
 * @property {Socket} socket kept here: req.socket may be gone
 * @property {Response[]} answers not sent yet, in the order of their requests
 */
/** @typedef {{ [CONNECTION]?: Connection }} Connected */
/** @typedef {Omit<typeof DEFAULTS & ServerOptions, 'engine'>} Options */

/** The graceful close() of an http.Server, which has closeTimeout to end. */
class Closing {
  /** @type {Set<Connection>} */
  #connections = new Set()
  /** One listener for all responses, made once. */
  #onClose
  #server
  #closeTimeout
  isClosing = false

  /**
   * @param {http.Server} server
   * @param {string} event that tells of a connection
   * @param {number} closeTimeout
   */
  constructor(server, event, closeTimeout) {
    this.#server = server
    this.#closeTimeout = closeTimeout
    const closing = this
    /** @this {Response} */
    this.#onClose = function () {
      closing.#end(this)
    }
    server.on(event, (socket) => this.#track(socket))
  }

  /** @param {Socket & Connected} socket */
  #track(socket) {
    /** @type {Connection} */
    const connection = { socket, answers: [] }
    socket[CONNECTION] = connection
    this.#connections.add(connection)
    socket.once('close', () => this.#connections.delete(connection))
    if (this.isClosing) this.#closeWhenQuiet(connection)
    return connection
  }

  /**
   * @param {Request} req
   * @param {Response & Connected} res
   */
  begin({ socket }, res) {
    const connection =
      /** @type {Connected} */ (socket)[CONNECTION] ?? this.#track(socket)
    const before = connection.answers.at(-1)
    connection.answers.push(res)
    res[CONNECTION] = connection
    if (this.isClosing) {
      res.shouldKeepAlive = false
      // The answer before was to be the last, but another request has come.
      if (before && !before.headersSent) before.shouldKeepAlive = true
    }
    res.on('close', this.#onClose)
  }

  /** @param {Response & Connected} res */
  #end(res) {
    const connection = /** @type {Connection} */ (res[CONNECTION])
    const { socket, answers } = connection
    const req = /** @type {Request} */ (res.req)
    // Answers are sent in order, so one that has been sent is the first.
    if (res.writableFinished && answers[0] === res) answers.shift()
    // Half an answer cannot be taken back: once those before it have been sent,
    // end the connection, so that the client sees that the answer is cut.
    if (answers[0]?.destroyed) return socket.destroy()
    if (req.complete) req.forgetBody()
    else req.skipBody(socket)
    if (this.isClosing) this.#closeWhenQuiet(connection)
  }

  /**
   * Ends each open connection after its next answer, which says so, or when it
   * has been quiet for a while.
   */
  start() {
    this.isClosing = true
    const deadline = setTimeout(() => {
      for (const { socket } of this.#connections) socket.destroy()
    }, this.#closeTimeout)
    this.#server.once('close', () => {
      clearTimeout(deadline)
      this.isClosing = false
    })
    for (const connection of this.#connections) {
      const last = connection.answers.at(-1)
      if (last) last.shouldKeepAlive = false
      else this.#closeWhenQuiet(connection)
    }
  }

  /** @param {Connection} connection */
  #closeWhenQuiet(connection) {
    const { socket, answers } = connection
    const moved = socket.bytesRead + socket.bytesWritten
    const look = () => {
      if (answers.length > 0 || socket.destroyed) return
      const isQuiet = socket.bytesRead + socket.bytesWritten === moved
      if (isQuiet) socket.destroy()
      else this.#closeWhenQuiet(connection)
    }
    // If the event loop was blocked, first read what has arrived meanwhile.
    setTimeout(() => setImmediate(look), QUIET).unref()
  }
}

/**
 * A server whose close() is graceful, and gives up after closeTimeout.
 *
 * @param {new (...args: any[]) => http.Server} Base
 * @param {string} event that tells of a connection
 */
const ending = (Base, event) =>
  class extends Base {
    /**
     * @param {http.ServerOptions} options
     * @param {number} closeTimeout
     */
    constructor(options, closeTimeout) {
      super(options)
      this.closing = new Closing(this, event, closeTimeout)
    }

    /** @param {(error?: Error) => void} [callback] called when all are closed */
    close(callback) {
      if (this.listening) this.closing.start()
      return super.close(callback)
    }

    /**
     * node:http calls this from close(), when a client's next request may be
     * on its way.
     */
    closeIdleConnections() {
      if (!this.closing.isClosing) super.closeIdleConnections()
    }
  }

const HttpServer = ending(http.Server, 'connection')
const HttpsServer = ending(https.Server, 'secureConnection')

/** @param {Options} options */
function makeHttp({ tls, closeTimeout, sendTimeout: _, ...limits }) {
  const classes = {
    IncomingMessage: Request,
    ServerResponse: /** @type {any} */ (Response),
  }
  return tls
    ? new HttpsServer({ ...tls, ...limits, ...classes }, closeTimeout)
    : new HttpServer({ ...limits, ...classes }, closeTimeout)
}

/**
 * It has the events and the methods of an http.Server, all but setTimeout, and
 * is none.
 *
 * @param {Options} options
 * @returns {any}
 */
function makeNet({ tls, ...limits }) {
  const classes = { Request: NetRequest, Response: NetResponse }
  return tls
    ? new TlsServer({ ...limits, ...classes, tls })
    : new NetServer({ ...limits, ...classes })
}

/**
 * Makes a server that answers with a router's routes:
 * `createServer(router).listen(8080)`.
 *
 * @param {Router} router
 * @param {ServerOptions} [options]
 * @returns {http.Server} or, with our own engine, what is like one but for
 *   setTimeout and maxHeadersCount
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function createServer(router, options) {
  checkValue('createServer', 'router', router, ROUTER_RULE)
  const checked = checkOptions('createServer', options, RULES)
  const { engine, ...rest } = { ...DEFAULTS, ...checked }
  // The environment is no better than the options.
  checkValue('createServer', 'engine', engine, RULES.engine)
  const server = engine === 'net' ? makeNet(rest) : makeHttp(rest)
  answerWith(server, router)
  return server
}

/**
 * @param {any} server
 * @param {Router} router
 */
function answerWith(server, router) {
  const { closing } = server
  // By now the routes are there, and no client is yet.
  server.on('listening', () => router.compile())
  /** @type {(req: any, res: any) => void} of the classes above */
  const answer = (req, res) => {
    closing?.begin(req, res)
    router.handle(req, res)
  }
  server.on('request', closing ? answer : router.handle)
  /** @type {(req: any, res: any) => void} */
  const answerExpecting = (req, res) => {
    req.expectContinue(res)
    answer(req, res)
  }
  server.on('checkContinue', answerExpecting)
}
