/**
 * A server that pays in a transaction of two halves, with time between them:
 *
 *     POST /pay/:id
 */
import pg from 'pg'
import { serve } from '../../code/ch17/lib/cluster/index.js'
import { Pool, transaction } from '../../code/ch17/lib/data/index.js'
import { Router } from '../../code/ch17/lib/index.js'

/** @param {any} client @param {string} id */
async function pay(client, id) {
  const text = 'INSERT INTO halves VALUES ($1)'
  await client.query(text, [id])
  await client.query('SELECT pg_sleep(0.5)')
  await client.query(text, [id])
}

export default function app() {
  const pool = new Pool({
    async connect() {
      const client = new pg.Client(process.env.DATABASE_URL)
      client.on('error', () => {})
      await client.connect()
      return client
    },
    close: (client) => client.end(),
    watch: (client, lost) => client.once('end', lost),
  })
  const router = new Router({ onError() {} })
  router.get('/pid', () => String(process.pid))
  router.post('/pay/:id', async ({ params: { id }, signal }) => {
    await pool.use(
      (client) => transaction(client, () => pay(client, id), { signal }),
      { signal },
    )
    return id
  })
  return router
}

if (import.meta.main) {
  const cluster = await serve(import.meta.url, { port: 0, workers: 2 })
  console.log(`Listening on ${cluster.url}`)
  process.once('SIGTERM', () => cluster.close())
}
