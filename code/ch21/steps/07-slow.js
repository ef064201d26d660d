import { transaction } from '../lib/data/index.js'
import { createServer, Router } from '../lib/index.js'
import { timeLimit } from '../lib/middleware/index.js'
import { health } from '../lib/observe/health.js'
import { open, pool, sold, takeSeats } from './06-store.js'

const { PORT = '8080', MACHINE, LIMIT } = process.env
// One of the two is enough.
if (MACHINE === 'kudu') await open()

/** @param {any} client */
async function book(client) {
  await takeSeats(client, 'dome')
  await client.query('SELECT pg_sleep(2)')
}

const router = new Router()
if (LIMIT) router.use(timeLimit(Number(LIMIT)))
router.get('/ready', health())
router.get('/bookings', sold)
router.post('/bookings', async (/** @type {any} */ { deadline: signal }) => {
  await pool.use((client) =>
    transaction(client, () => book(client), { signal }),
  )
  return 'booked\n'
})

/** @type {any} */
const server = createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${server.address().port}`)
})
