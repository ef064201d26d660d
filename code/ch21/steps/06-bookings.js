import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { health } from '../lib/observe/health.js'
import { pool, takeSeats } from './06-store.js'

const router = new Router()
router.get('/ready', health())
router.get('/sky', async () => {
  console.log('at work')
  await sleep(300)
  return 'no clouds\n'
})
router.post('/bookings/:telescope', async (req, res) => {
  const { telescope } = req.params
  await pool.use((client) => takeSeats(client, telescope))
  console.log('at work')
  await sleep(300)
  return res.text(`Two seats: ${telescope}\n`, 201)
})

const { PORT = '8080' } = process.env
/** @type {any} */
const server = createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${server.address().port}`)
})
