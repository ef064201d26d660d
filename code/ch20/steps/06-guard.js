import { createServer, Router } from '../lib/index.js'
import { shakeHands } from '../lib/realtime/handshake.js'

const router = new Router()
router.get('/radio', (req, res) => {
  const socket = shakeHands(req, res)
  socket.on('data', (bytes) => console.log(bytes))
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
