import { channel } from 'node:diagnostics_channel'
import { Connection } from './connection.js'
import { Head } from './head.js'
import { answerRefusal, refuse } from './leaving.js'
import { LIMITS } from './limits.js'
import { BAD_HOST, CUT_SHORT, UNKNOWN_EXPECTATION } from './refusals.js'
import { Sweep } from './sweep.js'

/** @import { Server, Socket } from 'node:net' */
/** @import { Classes, Incoming, Outgoing } from './exchange.js' */
/** @import { Limits } from './limits.js' */

/** Where a socket keeps its connection, so that all can share their listeners. */
const CONNECTION = Symbol('connection')

/** @typedef {Socket & { [CONNECTION]: Connection }} Connected */

/** The most that is thrown away behind the last answer, in bytes. */
const DROPPED = 16 * 1024 * 1024

/** How many heads are kept for the next requests. */
const HEADS = 16

/** How long a connection is quiet before close() ends it, in ms. */
const QUIET = 200

/** Where the same is told as by node:http. */
const started = channel('http.server.request.start')

/** The connections of a server, and what they have in common. */
export class Engine {
  /** @type {Set<Connection>} */
  connections = new Set()
  /** @type {Head[]} that no connection needs right now */
  #heads = []
  /** @type {Set<Socket>} below those with TLS, and below those to be */
  #rawSockets = new Set()
  isClosing = false
  /** What the clock said not long ago, in ms. */
  now = performance.now()

  /**
   * @param {Server} server which tells of requests
   * @param {Classes & Partial<Limits>} options
   */
  constructor(server, { Request, Response, ...limits }) {
    this.server = server
    this.Request = Request
    this.Response = Response
    /** @type {Limits} */
    this.limits = { ...LIMITS, ...limits }
    this.sweep = new Sweep(this)
  }

  /** @param {Socket} socket */
  connect(socket) {
    this.sweep.start()
    const connection = new Connection(socket, this)
    this.connections.add(connection)
    const connected = /** @type {Connected} */ (socket)
    connected[CONNECTION] = connection
    socket.on('data', onData).on('end', onEnd).on('drain', onDrain)
    socket.on('error', onError).on('close', onClose)
  }

  /** A head takes room, which a connection without a request does not need. */
  takeHead() {
    const { maxHeaderSize, maxHeadersCount } = this.limits
    return this.#heads.pop() ?? new Head(maxHeaderSize, maxHeadersCount)
  }

  /** @param {Head} head */
  giveHead(head) {
    head.begin()
    if (this.#heads.length < HEADS) this.#heads.push(head)
  }

  /** @param {Socket} socket that TLS begins on */
  shake(socket) {
    this.#rawSockets.add(socket)
    socket.once('close', () => this.#rawSockets.delete(socket))
  }

  /**
   * Tells of a request, as node:http does.
   *
   * @param {Head} head
   * @param {Incoming} request
   * @param {Outgoing} response
   * @param {Socket} socket
   */
  ask(head, request, response, socket) {
    const { server } = this
    if (started.hasSubscribers) {
      started.publish({ request, response, socket, server })
    }
    if (head.lacksHost) return answerRefusal(response, BAD_HOST)
    if (head.hasUnknownExpectation) {
      if (server.emit('checkExpectation', request, response)) return
      return answerRefusal(response, UNKNOWN_EXPECTATION)
    }
    if (head.expectsContinue) {
      if (server.emit('checkContinue', request, response)) return
      response.writeContinue()
    }
    server.emit('request', request, response)
  }

  /**
   * @param {Head} head
   * @returns {'upgrade' | 'connect' | null} how to tell of it that the client
   *   wants to speak another protocol
   */
  switchOf({ method, wantsUpgrade, hasBody }) {
    if (method === 'CONNECT') return 'connect'
    if (!wantsUpgrade || hasBody) return null
    return this.server.listenerCount('upgrade') > 0 ? 'upgrade' : null
  }

  /**
   * Ends each connection with the answer that it waits for or with its next
   * one, which says so, or when it has been quiet for a while.
   */
  close() {
    this.isClosing = true
    this.#lookForQuiet()
    const deadline = setTimeout(() => {
      for (const { socket } of this.connections) socket.destroy()
      for (const socket of this.#rawSockets) socket.destroy()
    }, this.limits.closeTimeout)
    this.server.once('close', () => {
      clearTimeout(deadline)
      this.isClosing = false
    })
  }

  #lookForQuiet() {
    for (const connection of this.connections) {
      const { response, socket } = connection
      const moved = socket.bytesRead + socket.bytesWritten
      const isQuiet = response === null && connection.moved === moved
      if (isQuiet && socket.writableLength === 0) socket.destroy()
      connection.moved = moved
    }
    if (!this.isClosing) return
    // Where the loop has stood still, what has come meanwhile is read first.
    setTimeout(() => setImmediate(() => this.#lookForQuiet()), QUIET).unref()
  }

  /** @param {(connection: Connection) => boolean} isMeant */
  destroy(isMeant) {
    for (const connection of this.connections) {
      if (isMeant(connection)) connection.socket.destroy()
    }
  }

  /** @param {Socket} socket that is somebody else's from now on */
  letGo(socket) {
    socket.off('data', onData).off('end', onEnd).off('drain', onDrain)
    // Whoever reads it next finds it as if nobody had: with a listener to come,
    // it waits, and with one that is there, it flows.
    socket.on('readable', ignore).off('readable', ignore)
  }
}

const ignore = () => {}

/** @this {Connected} @param {Buffer} chunk */
function onData(chunk) {
  const connection = this[CONNECTION]
  if (!connection.isOver) return connection.take(chunk)
  connection.dropped += chunk.length
  if (connection.dropped > DROPPED) this.destroy()
}

/** @this {Connected} */
function onEnd() {
  const connection = this[CONNECTION]
  if (connection.isOver) return
  connection.isEnded = true
  connection.since = connection.engine.now
  if (connection.isWaiting) refuse(connection, CUT_SHORT)
  else if (connection.request?.isWatched) connection.abort()
  else connection.run()
}

/** @this {Connected} */
function onDrain() {
  const connection = this[CONNECTION]
  connection.response?.drained()
  connection.run()
}

/** @this {Connected} @param {Error} error */
function onError(error) {
  const { server } = this[CONNECTION].engine
  if (!server.emit('clientError', error, this)) this.destroy()
}

/** @this {Connected} */
function onClose() {
  const connection = this[CONNECTION]
  connection.engine.connections.delete(connection)
  connection.leave()
  connection.lose()
}
