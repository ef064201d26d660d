/**
 * The floor: as little as can be done in JavaScript on a socket and still
 * answer the workload. It splits and joins packets correctly, and it trusts
 * its client for everything else. It is not a web server.
 */
import net from 'node:net'
import process from 'node:process'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env

let date = new Date().toUTCString()
setInterval(() => {
  date = new Date().toUTCString()
}, 1000).unref()

/** @param {string} head of a request, up to its empty line */
function respond(head) {
  const target = head.slice(4, head.indexOf(' ', 4))
  const question = target.indexOf('?')
  const name = decodeURIComponent(target.slice('/bench/'.length, question))
  const id = new URLSearchParams(target.slice(question + 1)).get('id')
  const body = JSON.stringify({ name, id })
  return `HTTP/1.1 200 OK\r\nx-powered-by: benchmark\r\ncontent-type: application/json\r\nconnection: keep-alive\r\nkeep-alive: timeout=5\r\ndate: ${date}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let received = ''
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    received += chunk
    let responses = ''
    let end = received.indexOf('\r\n\r\n')
    while (end >= 0) {
      responses += respond(received.slice(0, end))
      received = received.slice(end + 4)
      end = received.indexOf('\r\n\r\n')
    }
    if (responses) socket.write(responses)
  })
})
server.listen(Number(PORT), HOST)
