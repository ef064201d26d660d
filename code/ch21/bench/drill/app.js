/**
 * What each machine of the drill serves: the sky, which anyone may ask for
 * again, and bookings. The environment says how it behaves.
 */
import pg from 'pg'
import { createClient } from 'redis'
import { Pool } from '../../lib/data/index.js'
import { createServer, Router, VelocyError } from '../../lib/index.js'
import { rateLimit } from '../../lib/middleware/index.js'
import { health, leave } from '../../lib/observe/index.js'
import { countIn } from '../../steps/08-count.js'

/** @import { Request } from '../../lib/index.js' */

const { MACHINE = '', HOST, DATABASE_URL, REDIS_URL } = process.env
/** Whether /ready asks the database. */
const isAsking = process.env.READY === 'asked'
/** Whether nobody may book while Redis can't count. */
const isClosed = process.env.LIMIT === 'closed'
/** How long /ready says no before the server closes, in ms. */
const delay = Number(process.env.DRAIN ?? 0)
const isBroken = process.env.BROKEN === '1'

const pool = new Pool({
  async connect() {
    const client = new pg.Client({
      connectionString: DATABASE_URL,
      connectionTimeoutMillis: 500,
      statement_timeout: 800,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  },
  close: (client) => client.end(),
  watch: (client, lost) => client.once('end', lost),
  size: 8,
  wait: 500,
  timeout: 1000,
})

const redis = createClient({
  url: REDIS_URL,
  socket: { reconnectStrategy: 100 },
  disableOfflineQueue: true,
})
redis.on('error', () => {})
await redis.connect()

/** @param {string} message */
const away = (message) =>
  new VelocyError('ERR_DRILL_AWAY', message, { status: 503, expose: true })

/** What /ready should not do: all machines have the same database. */
async function ask() {
  await pool.use((client) => client.query('SELECT 1'))
  return 'ready\n'
}

const { take } = countIn(redis)
const none = { isTaken: false, remaining: 0, wait: 1000 }

/** Everyone may book as often as they like, but it's counted. */
const limit = rateLimit({
  ...{ limit: 1_000_000, window: 60_000, by: () => 'all' },
  store: isClosed
    ? { take: (...of) => take(...of).catch(() => none) }
    : { take },
})

/** One booking for each key, however often it's asked for. */
const BOOK = `
  INSERT INTO bookings (customer, key) VALUES ($1, $2)
  ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id`

/** @param {Request} req */
async function book(req) {
  const customer = await req.text()
  if (isBroken) throw new Error('a column is missing')
  const values = [customer, req.headers['idempotency-key'] ?? null]
  const { rows } = await pool
    .use((client) => client.query(BOOK, values))
    .catch((cause) => {
      throw Object.assign(away('no database'), { cause })
    })
  return rows[0]
}

const router = new Router()
router.use((_req, res) => void res.setHeader('x-machine', MACHINE))
router.get('/ready', isAsking ? ask : health({ column: () => !isBroken }))
router.get('/sky', () => ({ clouds: 0.1, moon: 'eclipsed at 22:14' }))
router.post('/bookings', limit, async (req, res) =>
  res.json(await book(req), 201),
)

const server = createServer(router)
server.listen(8080, HOST, () => console.log(`Listening on http://${HOST}:8080`))

process.once('SIGTERM', async () => {
  await leave(server, delay)
  process.exit()
})
