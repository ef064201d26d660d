import http from 'node:http'
import { checkOptions, checkValue, having, integer } from '../common/options.js'
import { Request } from './request.js'
import { Response } from './response.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Router } from '../router/router.js' */

/**
 * @typedef {object} ServerOptions
 * @property {number} [keepAliveTimeout] how long a connection may be idle, in
 *   ms; 5000
 * @property {number} [closeTimeout] how long close() waits for requests that
 *   are under way, in ms; 1000
 */
const DEFAULTS = { keepAliveTimeout: 5000, closeTimeout: 1000 }

/** In ms. A timer that is to wait for longer does not wait at all. */
const LONGEST = 2 ** 31 - 1

const ROUTER_RULE = having('a Router', 'handle')
const RULES = {
  keepAliveTimeout: integer(0, LONGEST),
  closeTimeout: integer(0, LONGEST),
}

/** An http.Server that ends: close() waits for a while, and not for ever. */
class Server extends http.Server {
  #closeTimeout

  /**
   * @param {Router} router
   * @param {Required<ServerOptions>} options
   */
  constructor(router, { keepAliveTimeout, closeTimeout }) {
    super(
      {
        IncomingMessage: Request,
        ServerResponse: /** @type {any} */ (Response),
        keepAliveTimeout,
      },
      /** @type {any} */ (router.handle),
    )
    this.#closeTimeout = closeTimeout
  }

  /**
   * Stops accepting connections, and closes those that are idle.
   *
   * @param {(error?: Error) => void} [callback] when the last one is gone
   */
  close(callback) {
    // Else a client that is never idle goes on until it is cut off.
    this.prependListener('request', sayGoodbye)
    const timer = setTimeout(
      () => this.closeAllConnections(),
      this.#closeTimeout,
    )
    return super.close((error) => {
      this.off('request', sayGoodbye)
      clearTimeout(timer)
      callback?.(error)
    })
  }
}

/**
 * The answer to this request is the last on its connection, and says so.
 *
 * @param {http.IncomingMessage} _req
 * @param {http.ServerResponse} res
 */
function sayGoodbye(_req, res) {
  res.shouldKeepAlive = false
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
