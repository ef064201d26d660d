/**
 * A server by hand: it splits and joins packets correctly, answers in the
 * order of the questions, and otherwise trusts its clients.
 */
import net from 'node:net'
import { missing, type, wordAt } from '../words.js'

let date = new Date().toUTCString()
setInterval(() => {
  date = new Date().toUTCString()
}, 1000).unref()

/** @param {string} status @param {string} body */
const answer = (status, body) =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ndate: ${date}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  /** @param {string} head of a request, up to its empty line */
  async function respond(head) {
    const word = wordAt.get(head.slice(4, head.indexOf(' ', 4)))
    return word === undefined
      ? answer('404 Not Found', missing)
      : answer('200 OK', await get(word))
  }
  const server = net.createServer({ noDelay: true }, (socket) => {
    let received = ''
    let last = Promise.resolve()
    socket.setEncoding('latin1')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk
      for (;;) {
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) return
        const response = respond(received.slice(0, end))
        received = received.slice(end + 4)
        last = last.then(async () => {
          socket.write(await response)
        })
      }
    })
  })
  server.listen(port, host)
}
