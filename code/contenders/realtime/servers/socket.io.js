import http from 'node:http'
import { Server } from 'socket.io'

/** @param {string} way */
export function start(way, { host, port }) {
  const server = http.createServer()
  const io = new Server(server)
  // As its page about memory recommends.
  io.engine.on('connection', (socket) => {
    socket.request = null
  })
  io.on('connection', (socket) => {
    const everybody = way === 'echo' ? socket : io
    socket.on('message', (text) => everybody.emit('message', text))
  })
  server.listen(port, host)
}
