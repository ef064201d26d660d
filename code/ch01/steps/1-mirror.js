import { createServer } from 'node:net'

const { PORT = '8080' } = process.env

const server = createServer((socket) => {
  socket.on('data', (chunk) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.end(chunk)
  })
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
