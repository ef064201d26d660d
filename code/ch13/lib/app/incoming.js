import http from 'node:http'

/**
 * What a request is made of. For node:http, which gives it a socket, that is an
 * IncomingMessage; for our own engine it is nothing at all, and the request is
 * an instance of IncomingMessage all the same.
 *
 * @this {http.IncomingMessage}
 * @param {import('node:net').Socket} [socket]
 */
function construct(socket) {
  if (socket === undefined) return
  return Reflect.construct(http.IncomingMessage, [socket], new.target)
}

export const Incoming = /** @type {typeof http.IncomingMessage} */ (
  /** @type {unknown} */ (construct)
)
construct.prototype = http.IncomingMessage.prototype
