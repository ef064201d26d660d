import { WebSocket, WebSocketServer } from 'ws'

/** @param {string} way */
export function start(way, { host, port }) {
  const server = new WebSocketServer({ host, port })
  server.on('connection', (socket) => {
    socket.on('error', console.error)
    socket.on('message', (data) => {
      const text = data.toString()
      if (way === 'echo') return socket.send(text)
      for (const client of server.clients) {
        if (client.readyState === WebSocket.OPEN) client.send(text)
      }
    })
  })
}
