import { Pool, transaction } from '../lib/data/pool.js'
import { createServer, Router } from '../lib/index.js'
import { close, connect } from './06-postgres.js'
import { add, list, open } from './08-accounts.js'

const pool = new Pool({ connect, close })
await pool.use(open)

/** @param {import('pg').Client} client @param {string} to */
async function transfer(client, to) {
  await add(client, 'Ada', -30)
  await client.query('SELECT pg_sleep(0.9)')
  await add(client, to, 30)
}

const router = new Router({ onError() {} })
router.get('/accounts', () => pool.use(list))
router.post('/transfer/:to', async ({ params: { to }, signal }) => {
  await pool.use(
    (client) => transaction(client, () => transfer(client, to), { signal }),
    { signal },
  )
  return 'done'
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
