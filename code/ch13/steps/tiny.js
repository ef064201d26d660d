/**
 * The smallest request and response that the engine's connection gets along
 * with: they say `hello` to everybody. Run it, and ask:
 *
 *     node steps/tiny.js
 *     curl -i http://127.0.0.1:8080/
 */
import { NetServer } from '../lib/engine/server.js'

/** @import { Connection } from '../lib/engine/connection.js' */
/** @import { Head } from '../lib/engine/head.js' */

class Request {
  /**
   * @param {Connection} _connection
   * @param {Head} head
   */
  constructor(_connection, head) {
    this.method = head.method
    this.url = head.target
  }

  receive() {
    return true
  }

  receiveEnd() {}
  skipBody() {}
  forgetBody() {}
  lost() {}
}

class Response {
  isWatched = false
  headersSent = false
  shouldKeepAlive = true

  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
  }

  writeContinue() {}

  writeHead() {}

  /** @param {string} body */
  end(body) {
    this.headersSent = true
    this.shouldKeepAlive = this.connection.keepsAlive
    this.connection.send(
      `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n` +
        `Connection: ${this.shouldKeepAlive ? 'keep-alive' : 'close'}\r\n` +
        `\r\n${body}`,
    )
    this.connection.finish(this)
  }

  drained() {}
  sent() {}
  lost() {}
}

const server = new NetServer({ Request, Response })
server.on('request', (_req, res) => res.end('hello'))
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
