import { channel } from 'node:diagnostics_channel'
import { http } from '../common/node-http.js'
import { Connection } from './connection.js'
import { answerRefusal } from './refuse.js'

/** @import { Server, Socket } from 'node:net' */
/** @import { Head } from './head.js' */

/**
 * What a connection tells a request.
 *
 * @typedef {object} Incoming
 * @property {(chunk: Buffer) => boolean} push more of the body; false: it has
 *   enough until `connection.resumeBody()`
 * @property {(trailers: string) => void} receiveEnd
 * @property {(socket: Socket) => void} skipBody the answer is finished, and the
 *   body is not
 * @property {() => void} forgetBody both are
 * @property {() => void} lost the rest of it will not come
 * @property {boolean} [isWatched] whether its handler has asked for the signal
 */

/**
 * What a connection tells a response, and asks it.
 *
 * @typedef {object} Outgoing
 * @property {boolean} headersSent
 * @property {boolean} shouldKeepAlive what its head says, or is to say
 * @property {boolean} isWatched whether something waits for it to be sent
 * @property {() => void} writeContinue
 * @property {(status: number, fields: Record<string, string>) => void} writeHead
 * @property {(text: string) => void} end
 * @property {() => void} drained the client has caught up
 * @property {(error?: Error | null) => void} sent all of it; with an error,
 *   it was lost
 * @property {() => void} lost the client will not get the rest
 */

/**
 * @typedef {object} Classes
 * @property {new (connection: Connection, head: Head) => Incoming} Request
 * @property {new (connection: Connection, request: any) => Outgoing} Response
 */

/**
 * What a client may take: bytes, and time in ms, where 0 is for ever.
 *
 * @typedef {object} Limits
 * @property {number} maxHeaderSize the head of a request, in bytes
 * @property {number} maxRequestsPerSocket before the connection ends; 0 is any
 *   number
 * @property {number} headersTimeout from the first byte of a head to its last
 * @property {number} requestTimeout from the same byte to the last of the body
 * @property {number} keepAliveTimeout between an answer and the next request
 * @property {number} sendTimeout for the client to take a megabyte of an answer
 * @property {number} closeTimeout from close() until what is under way is cut;
 *   0 is at once
 */

/** @type {Readonly<Limits>} */
export const LIMITS = Object.freeze({
  // Node.js's own default, which its option --max-http-header-size sets.
  maxHeaderSize: http.maxHeaderSize,
  maxRequestsPerSocket: 0,
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  sendTimeout: 120_000,
  closeTimeout: 1000,
})

/** Where a socket keeps its connection, so that all can share their listeners. */
const CONNECTION = Symbol('connection')

/** @typedef {Socket & { [CONNECTION]: Connection }} Connected */

// node:http's channels; the access log listens to the second.
const created = channel('http.server.response.created')
const started = channel('http.server.request.start')

/** The connections of a server, and what they have in common. */
export class Engine {
  /** @type {Set<Connection>} */
  connections = new Set()
  isClosing = false
  /** The time of the last sweep, in ms. */
  now = performance.now()

  /**
   * @param {Server} server which has the limits as properties, as node:http's
   * @param {Classes & Partial<Limits>} options
   */
  constructor(server, { Request, Response, ...limits }) {
    this.server = server
    this.Request = Request
    this.Response = Response
    this.limits = Object.assign(server, LIMITS, limits)
  }

  /** @param {Socket} socket */
  connect(socket) {
    const connection = new Connection(socket, this)
    this.connections.add(connection)
    const connected = /** @type {Connected} */ (socket)
    connected[CONNECTION] = connection
    socket.on('data', onData).on('end', onEnd).on('drain', onDrain)
    socket.on('error', onError).on('close', onClose).on('timeout', onTimeout)
  }

  /**
   * @param {Error} error of a connection
   * @param {Socket} socket
   */
  fail(error, socket) {
    if (!this.server.emit('clientError', error, socket)) socket.destroy()
  }

  /**
   * Announces a request and emits it.
   *
   * @param {Connection} connection
   * @param {Head} head
   * @param {Incoming} request
   * @param {Outgoing} response
   */
  dispatch(connection, head, request, response) {
    const { server } = this
    if (created.hasSubscribers) created.publish({ request, response })
    if (started.hasSubscribers) {
      const { socket } = connection
      started.publish({ request, response, socket, server })
      const emitter = /** @type {any} */ (response)
      connection.listeners = emitter.listenerCount('close')
    }
    if (head.lacksHost) return answerRefusal(response, 'No Host')
    if (head.hasUnknownExpectation) {
      if (server.emit('checkExpectation', request, response)) return
      return answerRefusal(response, 'Unknown expectation')
    }
    if (head.expectsContinue) {
      if (server.emit('checkContinue', request, response)) return
      response.writeContinue()
    }
    // Tracing tools wrap this function, to see each request before its handler.
    http.Server.prototype.emit.call(server, 'request', request, response)
  }

  /**
   * Hands the socket to the server's listener, which speaks another protocol on
   * it from here on.
   *
   * @param {Connection} connection
   * @param {Head} head
   * @returns {boolean} false: it is a request like others
   */
  upgrade(connection, head) {
    const { socket, request } = connection
    const { server } = this
    if (head.hasBody || server.listenerCount('upgrade') === 0) return false
    connection.request = null
    // A 100 comes first, although there is no body (RFC 9110 §7.8).
    if (head.expectsContinue) connection.output.add(CONTINUE)
    const rest = this.handOver(connection)
    server.emit('upgrade', request, socket, rest)
    return true
  }

  /**
   * Lets go of a socket that speaks another protocol from here on.
   *
   * @param {Connection} connection
   * @returns {Buffer} what has come behind the head
   */
  handOver(connection) {
    const { socket, output } = connection
    const rest = connection.stop()
    connection.isUpgraded = true
    output.flush()
    socket.off('data', onData).off('end', onEnd).off('drain', onDrain)
    socket.off('timeout', onTimeout)
    // Until somebody listens, the socket waits.
    socket.on('readable', ignore).off('readable', ignore)
    return rest
  }
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const ignore = () => {}

/** @this {Connected} @param {Buffer} chunk */
function onData(chunk) {
  const connection = this[CONNECTION]
  if (!connection.isOver) connection.take(chunk)
}

/** @this {Connected} */
function onEnd() {
  const connection = this[CONNECTION]
  if (connection.isOver) return
  connection.isEnded = true
  connection.since = connection.engine.now
  if (isWatched(connection)) connection.close()
  else connection.run()
}

/**
 * Whether the handler wants to know when the client leaves.
 *
 * @param {any} connection Connection
 */
function isWatched({ request, response, listeners }) {
  if (request === null || response === null) return false
  if (request.isWatched || request.listenerCount('close') > 0) return true
  return response.listenerCount('close') > listeners
}

/** @this {Connected} */
function onDrain() {
  const connection = this[CONNECTION]
  connection.response?.drained()
  connection.run()
}

/** @this {Connected} @param {Error} error */
function onError(error) {
  this[CONNECTION].engine.fail(error, this)
}

/** @this {Connected} A time that a handler has set with setTimeout is over. */
function onTimeout() {
  const { request, response } = /** @type {any} */ (this[CONNECTION])
  const isHeard = !request?.complete && request?.emit('timeout', this)
  if (!response?.emit('timeout', this) && !isHeard) this.destroy()
}

/** @this {Connected} */
function onClose() {
  const connection = this[CONNECTION]
  connection.engine.connections.delete(connection)
  connection.stop()
  connection.fail()
}
