/**
 * http.Server: the book's own engine, the one of chapter 13, reads requests
 * and sends responses; it answers as node:http where the two differ.
 */
import { Engine } from '../../../code/ch13/lib/engine/engine.js'
import { refusalOf } from '../../../code/ch13/lib/engine/refuse.js'
import { invalidArgType } from '../errors.js'
import { Server as NetServer } from '../net.js'
import { STATUS_CODES } from './constants.js'
import { IncomingMessage } from './incoming.js'
import { ServerResponse } from './response.js'

/** Statuses of refusals, by their code; 400 for all others. */
const STATUSES = /** @type {Record<string, number>} */ ({
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
})

/**
 * Whether the client has begun to send something that is not whole.
 *
 * @param {any} connection
 */
const isWaiting = ({ isInHead, body }) => isInHead || body !== null

class HttpEngine extends Engine {
  /**
   * @override
   * @param {any} socket
   */
  connect(socket) {
    super.connect(socket)
    const connection = [...this.connections].at(-1)
    // node:http looks at what has come, even if the handler waits for the end.
    socket.removeAllListeners('end').on('end', () => {
      if (!connection || connection.isOver) return
      connection.isEnded = true
      const isCut = isWaiting(connection) && !connection.response?.headersSent
      if (!isCut) return connection.run()
      // Before the handler hears of it, and may close the connection.
      const refusal = refusalOf('The request has no end')
      this.server.emit('clientError', refusal, socket)
      connection.stop()
      connection.fail()
    })
  }

  /**
   * @override
   * @param {any} connection
   * @param {any} head
   * @param {any} request
   * @param {any} response
   */
  dispatch(connection, head, request, response) {
    const { hasBody, lacksHost, hasUnknownExpectation } = head
    if (lacksHost) response.writeHead(400, { Connection: 'close' }).end()
    else if (hasUnknownExpectation) response.writeHead(417).end()
    else super.dispatch(connection, head, request, response)
    // A request without a body ends behind its event.
    if (!hasBody) request.receiveEnd('')
  }
}

export class Server extends NetServer {
  #engine

  /**
   * @param {any} [options]
   * @param {(req: any, res: any) => void} [listener]
   */
  constructor(options, listener) {
    const isListener = typeof options === 'function'
    const given = isListener ? {} : (options ?? {})
    if (typeof given !== 'object') {
      throw invalidArgType('options', 'of type object', options)
    }
    super({ allowHalfOpen: true })
    const {
      IncomingMessage: Request = IncomingMessage,
      ServerResponse: Response = ServerResponse,
      ...limits
    } = given
    const settings = /** @type {any} */ ({ ...limits, Request, Response })
    this.#engine = new HttpEngine(/** @type {any} */ (this), settings)
    const onRequest = isListener ? options : listener
    if (onRequest) this.on('request', onRequest)
    this.on('connection', (/** @type {any} */ socket) =>
      this.#engine.connect(socket),
    )
    this.on(
      'clientError',
      (/** @type {any} */ error, /** @type {any} */ socket) =>
        this.#refuse(error, socket),
    )
  }

  /**
   * @param {any} error
   * @param {any} socket
   */
  #refuse({ code }, socket) {
    if (this.listenerCount('clientError') > 1) return
    const isBad = /^HPE_|^ERR_VELOCY_/.test(code)
    if (!isBad || !socket.writable) return socket.destroy()
    const status = STATUSES[code] ?? 400
    const reason = STATUS_CODES[status]
    socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n\r\n`)
    socket.resume()
  }

  /**
   * @override
   * @param {(error?: Error) => void} [callback]
   */
  close(callback) {
    this.closeIdleConnections()
    return super.close(callback)
  }

  closeIdleConnections() {
    for (const { isIdle, socket } of [...this.#engine.connections]) {
      if (isIdle) socket.destroy()
    }
  }

  closeAllConnections() {
    for (const { socket } of [...this.#engine.connections]) socket.destroy()
  }
}

/**
 * @param {any} [options]
 * @param {(req: any, res: any) => void} [listener]
 */
export const createServer = (options, listener) => new Server(options, listener)
