/** The most bytes that a request head may have, its empty line included. */
const LIMIT = 256

const TOO_LARGE =
  'HTTP/1.1 431 Request Header Fields Too Large\r\n' +
  'Connection: close\r\nContent-Length: 9\r\n\r\nToo large'

/**
 * Answers `GET /hello` with "hello" and `GET /hey` with "hey", on one
 * connection, for as many requests as come; refuses a head that is too large,
 * and closes.
 *
 * @param {import('node:net').Socket} socket
 */
export function serve(socket) {
  let pending = ''
  socket.on('data', (chunk) => {
    if (!socket.writable) return
    pending += chunk.toString('latin1')
    let size = headSize(pending)
    while (size <= LIMIT) {
      socket.write(respond(pending.slice(0, size)))
      pending = pending.slice(size)
      size = headSize(pending)
    }
    // The limit is on one head. What is pending now begins with one that has
    // no end within the limit, or has no end yet.
    if (pending.length > LIMIT) socket.end(TOO_LARGE)
  })
}

/**
 * @param {string} bytes
 * @returns {number} how many of them are the first head, Infinity when its
 *   end has not arrived
 */
function headSize(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  return end === -1 ? Number.POSITIVE_INFINITY : end + 4
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
