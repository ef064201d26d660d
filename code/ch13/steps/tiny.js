/** @import { Connection } from '../lib/engine/connection.js' */
/** @import { Head } from '../lib/engine/head.js' */

export class Request {
  /** @param {Connection} _connection @param {Head} head */
  constructor(_connection, { method, target }) {
    this.method = method
    this.url = target
  }

  push(/** @type {Buffer} */ _chunk) {
    return true
  }

  receiveEnd() {}
  skipBody() {}
  forgetBody() {}
  listenerCount = () => 0
  lost() {}
}

export class Response {
  isWatched = false
  headersSent = false
  shouldKeepAlive = true

  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
  }

  writeContinue() {}
  writeHead() {}
  drained() {}
  sent() {}
  listenerCount = () => 0
  lost() {}

  /** @param {string} body */
  end(body) {
    this.headersSent = true
    this.shouldKeepAlive = this.connection.keepsAlive
    const fate = this.shouldKeepAlive ? 'keep-alive' : 'close'
    this.connection.send(
      `HTTP/1.1 200 OK\r\nConnection: ${fate}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    )
    this.connection.finish(this)
  }
}
