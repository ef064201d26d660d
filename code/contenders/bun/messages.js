/** Sends each text back, or with WAY=broadcast to everybody. */
const { HOST = '127.0.0.1', PORT = '8080', WAY = 'echo' } = process.env

const server = Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  fetch(request, server) {
    if (server.upgrade(request)) return
    return new Response('Upgrade Required', { status: 426 })
  },
  websocket: {
    open(socket) {
      if (WAY === 'broadcast') socket.subscribe('everybody')
    },
    message(socket, text) {
      if (WAY === 'echo') socket.send(text)
      else server.publish('everybody', text)
    },
  },
})
