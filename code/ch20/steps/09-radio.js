import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/handshake.js'

const router = new Router()
router.get('/radio', async (req, res) => {
  const socket = acceptWebSocket(req, res)
  // It takes a while until we know who this is.
  await sleep(100)
  socket.onmessage = ({ data }) => {
    const { from, text } = JSON.parse(`${data}`)
    socket.send(`${from} says: ${text}`)
    if (text === 'Over') socket.close(4000, 'Behind the headland')
  }
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
