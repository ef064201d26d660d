import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/accept-web-socket.js'

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = acceptWebSocket(req, res)
  socket.onmessage = ({ data }) => {
    const { from, text } = JSON.parse(`${data}`)
    socket.send(`${from} says: ${text}`)
  }
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
