/**
 * @typedef {object} Request as we have read it, in whatever version of HTTP
 * @property {string} method
 * @property {string} target
 * @property {[name: string, value: string][]} fields in the order they came in
 * @property {Uint8Array} body whole, and without chunks
 */

/**
 * Writes a request of a client as we pass it on to a server, in HTTP/1.1: the
 * request line, the fields, an empty line, and the body. However the server
 * reads, by Content-Length or by Transfer-Encoding, line ends with or without
 * CR, it must find exactly this request.
 *
 * - How long the body is, we say ourselves, in one Content-Length with its
 *   length in bytes; not at all for a GET, HEAD or DELETE without a body.
 * - Connection, Keep-Alive, Proxy-Connection, TE, Trailer and Upgrade are
 *   between the client and us, and so is each field that Connection names.
 *   None is passed on, but a Connection that names Host is refused.
 * - Refused are: not exactly one Host; a method or a name that is no token; a
 *   target that is empty or has anything but visible ASCII; a value with CR, LF
 *   or NUL. Our own reader has no such thing, but in HTTP/2 they can be sent.
 *
 * @param {Request} request
 * @returns {Buffer | undefined} `undefined` where the request has to be refused
 */
export function forward({ method, target, fields, body }) {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
