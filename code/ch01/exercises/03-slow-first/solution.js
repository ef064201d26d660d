/**
 * Answers the requests of one connection, in order. All answers are worked on
 * at once; what waits for its turn is only the writing.
 *
 * @param {import('node:net').Socket} socket
 * @param {(target: string) => Promise<string>} answer
 */
export function serve(socket, answer) {
  let pending = ''
  /** @type {Promise<void>} settles when all earlier responses are written */
  let earlier = Promise.resolve()
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    const heads = pending.split('\r\n\r\n')
    pending = heads.pop() ?? ''
    for (const head of heads) {
      const [, target] = head.split(' ')
      // A rejection becomes a response at once, not when its turn comes: until
      // then nothing would listen for it.
      const response = answer(target).then(
        (body) => respond('200 OK', body),
        () => respond('500 Internal Server Error', 'Failed'),
      )
      earlier = Promise.all([response, earlier]).then(([text]) => {
        socket.write(text)
      })
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
