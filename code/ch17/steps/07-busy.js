import { Pool } from '../lib/data/pool.js'
import { createServer, Router } from '../lib/index.js'
import { close, connect } from './06-postgres.js'

const pool = new Pool({ connect, close, size: 1, queue: 1, timeout: 1000 })
const router = new Router({ onError() {} })
router.get('/sleep/:seconds', async (req) => {
  const { seconds } = req.params
  const { signal } = req
  await pool.use((client) => client.query('SELECT pg_sleep($1)', [seconds]), {
    signal,
  })
  return 'good morning'
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
