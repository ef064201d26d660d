import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/accept-web-socket.js'

/** @param {string} name @param {any} socket of either side */
function listen(name, socket) {
  socket.onmessage = (/** @type {{ data: string }} */ { data }) => {
    console.log(`${name} hears: ${data}`)
    if (name === 'Tomas') socket.close(4000, 'Behind the headland')
    else socket.send('Ligaya: room for 11')
  }
  socket.onclose = (/** @type {CloseEvent} */ { code, reason }) => {
    console.log(`${name}: ${code}, ${reason}`)
    server.close()
  }
}

const router = new Router()
router.get('/radio', (req, res) => {
  listen('Amihan', acceptWebSocket(req, res))
})

const server = createServer(router).listen(0, () => {
  const { port } = /** @type {any} */ (server.address())
  const socket = new WebSocket(`ws://localhost:${port}/radio`)
  listen('Tomas', socket)
  socket.onopen = () => socket.send('Over')
})
