/** A server of ws that sends each message back, for the cases of Autobahn. */
import process from 'node:process'
import { WebSocketServer } from 'ws'

const { HOST: host = '127.0.0.1', PORT = '8080' } = process.env
const server = new WebSocketServer({
  host,
  port: Number(PORT),
  perMessageDeflate: true,
})
server.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (data, isBinary) =>
    socket.send(data, { binary: isBinary }),
  )
})
