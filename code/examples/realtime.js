import { Router } from 'velocy'
import { events, Room } from 'velocy/realtime'
import { inject } from 'velocy/testing'

const room = new Room()
const router = new Router()
router.get('/news', (req, res) => {
  const stream = events(req, res)
  room.add(stream)
  setTimeout(() => stream.close(), 500)
})
router.post('/news', async (req) => {
  room.send(await req.text(), { id: 1 })
  return 'sent'
})

const listening = inject(router, '/news')
await inject(router, { method: 'POST', path: '/news', body: 'Tea is ready' })
const received = await (await listening).text()
console.log(received.includes('data: Tea is ready')) // true
