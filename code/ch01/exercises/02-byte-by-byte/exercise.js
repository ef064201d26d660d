/** The most bytes that a request head may have, its empty line included. */
const LIMIT = 256

const TOO_LARGE =
  'HTTP/1.1 431 Request Header Fields Too Large\r\n' +
  'Connection: close\r\nContent-Length: 9\r\n\r\nToo large'

/**
 * Answers `GET /hello` with "hello" and `GET /hey` with "hey", on one
 * connection, for as many requests as come; refuses a head that is too large,
 * and closes. It takes every chunk for a request, and that is what is wrong
 * with it.
 *
 * @param {import('node:net').Socket} socket
 */
export function serve(socket) {
  socket.on('data', (chunk) => {
    if (chunk.length > LIMIT) socket.end(TOO_LARGE)
    else socket.write(respond(chunk.toString('latin1')))
  })
}

/** @param {string} head */
function respond(head) {
  const [, target] = head.split(' ')
  const found = target === '/hello' || target === '/hey'
  const status = found ? '200 OK' : '404 Not Found'
  const body = found ? target.slice(1) : 'Not Found'
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`
}
