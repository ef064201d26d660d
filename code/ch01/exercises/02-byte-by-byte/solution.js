/**
 * Answers `GET /hello` with "hello" and `GET /hey` with "hey", on one
 * connection, for as many requests as come.
 *
 * @param {import('node:net').Socket} socket
 */
export function serve(socket) {
  let pending = ''
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    // The last part is what follows the last empty line: it is not whole yet.
    const heads = pending.split('\r\n\r\n')
    pending = heads.pop() ?? ''
    for (const head of heads) socket.write(respond(head))
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
