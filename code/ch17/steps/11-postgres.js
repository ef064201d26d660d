import { Pool } from '../lib/data/index.js'
import { createServer, Router } from '../lib/index.js'
import { close, connect } from './06-postgres.js'
import { rowsOf } from './11-cursor.js'

const pool = new Pool({ connect, close })
const exports = new Pool({ connect, close, size: 2, timeout: 600_000 })

/** @param {string} text @param {AbortSignal} signal */
async function* linesOf(text, signal) {
  for await (const rows of rowsOf(exports, text, signal)) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

const MILLION = `SELECT id, 'row ' || id AS name
  FROM generate_series(1, 1000000) AS id`
const ACTIVE = `SELECT query FROM pg_stat_activity
  WHERE state = 'active' AND pid <> pg_backend_pid()`

const router = new Router()
router.get('/rows', (req) => linesOf(MILLION, req.signal))
router.get('/slow', (req) => linesOf('SELECT pg_sleep(60)', req.signal))
router.get('/active', () =>
  pool.use(async (client) => (await client.query(ACTIVE)).rows),
)
router.get('/stats', () => exports.stats)

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
