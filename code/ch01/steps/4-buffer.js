import { createServer } from 'node:net'

const { PORT = '8080' } = process.env

const TEXTS = new Map([
  ['/hey', 'hey'],
  ['/hell', 'hell'],
  ['/hello', 'hello'],
  ['/about', 'about'],
])

/** @param {string} request */
function respond(request) {
  const [, target] = request.split(' ')
  const text = TEXTS.get(target)
  const status = text === undefined ? '404 Not Found' : '200 OK'
  const body = text ?? 'Not Found'
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`
}

const server = createServer((socket) => {
  let pending = ''
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    if (!pending.includes('\r\n\r\n')) return
    socket.write(respond(pending))
    pending = ''
  })
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
