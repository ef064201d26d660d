import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../lib/data/index.js'
import { createServer, fieldOf, Router, VelocyError } from '../lib/index.js'
import { health } from '../lib/observe/health.js'
import { pool, takeSeats } from './06-store.js'

/** @param {any} client @param {string} key @param {string} telescope */
async function bookOnce(client, key, telescope) {
  const { rowCount } = await client.query(
    'INSERT INTO bookings VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key, telescope],
  )
  if (rowCount === 1) return takeSeats(client, telescope)
  const same = 'SELECT FROM bookings WHERE key = $1 AND telescope = $2'
  const found = await client.query(same, [key, telescope])
  if (found.rowCount === 1) return
  const message = 'Got a key that another booking has'
  throw new VelocyError('ERR_KEY_USED', message, { status: 422 })
}

/** @param {import('../lib/index.js').Request} req */
function keyOf({ headers }) {
  const key = fieldOf(headers, 'idempotency-key') ?? ''
  if (/^"[\w-]{16,64}"$/.test(key)) return key
  const message = 'Got no Idempotency-Key, expected one such as a UUID'
  throw new VelocyError('ERR_NO_KEY', message, { status: 400 })
}

const router = new Router()
router.get('/ready', health())
router.get('/sky', async () => {
  console.log('at work')
  await sleep(300)
  return 'no clouds\n'
})
router.post('/bookings/:telescope', async (req, res) => {
  const { telescope } = req.params
  const key = keyOf(req)
  await pool.use((client) =>
    transaction(client, () => bookOnce(client, key, telescope)),
  )
  console.log('at work')
  await sleep(300)
  return res.text(`Two seats: ${telescope}\n`, 201)
})

const { PORT = '8080' } = process.env
/** @type {any} */
const server = createServer(router).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${server.address().port}`)
})
