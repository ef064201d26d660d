/**
 * Answers the requests of one connection. `answer` says what with, and it may
 * take its time: a later request can have its answer sooner. Here it then
 * overtakes the earlier one, and the client gives each answer to the wrong
 * request.
 *
 * @param {import('node:net').Socket} socket
 * @param {(target: string) => Promise<string>} answer
 */
export function serve(socket, answer) {
  let pending = ''
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    const heads = pending.split('\r\n\r\n')
    pending = heads.pop() ?? ''
    for (const head of heads) {
      const [, target] = head.split(' ')
      answer(target).then(
        (body) => socket.write(respond('200 OK', body)),
        () => socket.write(respond('500 Internal Server Error', 'Failed')),
      )
    }
  })
}

/**
 * @param {string} status
 * @param {string} body
 */
function respond(status, body) {
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`
}
