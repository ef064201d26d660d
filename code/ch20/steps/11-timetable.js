import { createServer, Router } from '../lib/index.js'
import { acceptWebSocket } from '../lib/realtime/handshake.js'

const sailings = Array.from({ length: 120 }, (_, i) => ({
  boat: i % 2 ? 'Tala' : 'Ligaya',
  pier: ['town', 'market', 'lighthouse'][i % 3],
  time: `${String(6 + (i >> 3)).padStart(2, '0')}:${(i % 8) * 7}`,
  state: 'on time',
}))

const router = new Router()
router.get('/timetable', (req, res) => {
  const socket = acceptWebSocket(req, res, { deflate: true })
  socket.send(JSON.stringify(sailings))
  socket.onmessage = () => {}
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
