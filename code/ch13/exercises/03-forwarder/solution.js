const TOKEN = /^[-!#$%&'*+.^_`|~\dA-Za-z]+$/
const TARGET = /^[\x21-\x7e]+$/
const LINE_BREAKER = /[\0\r\n]/
const BODILESS = ['GET', 'HEAD', 'DELETE']
const OURS = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

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
  if (!TOKEN.test(method) || !TARGET.test(target)) return undefined
  const dropped = new Set(OURS)
  let hosts = 0
  for (const [name, value] of fields) {
    if (!TOKEN.test(name) || LINE_BREAKER.test(value)) return undefined
    const lowerName = name.toLowerCase()
    if (lowerName === 'host') hosts++
    if (lowerName !== 'connection') continue
    for (const option of value.split(',')) {
      dropped.add(option.trim().toLowerCase())
    }
  }
  if (hosts !== 1 || dropped.has('host')) return undefined
  const lines = fields
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}\r\n`)
  if (body.length > 0 || !BODILESS.includes(method)) {
    lines.push(`Content-Length: ${body.length}\r\n`)
  }
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
