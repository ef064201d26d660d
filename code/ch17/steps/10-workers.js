import { setTimeout as sleep } from 'node:timers/promises'
import { serve, store } from '../lib/cluster/index.js'
import { Cache, Pool } from '../lib/data/index.js'
import { Router } from '../lib/index.js'
import { close, connect } from './06-postgres.js'

/**
 * A value that one worker loads for all of them.
 *
 * @param {string} key
 * @param {() => Promise<any>} load
 */
async function once(key, load) {
  for (;;) {
    const kept = await store.get(key)
    if (kept !== undefined) return kept
    const turn = await store.increment(`turn:${key}`, 1, { ttl: 3000 })
    if (turn === 1) break
    await sleep(20)
  }
  const value = await load()
  await store.set(key, value, { ttl: 3000 })
  return value
}

export default function app() {
  const pool = new Pool({ connect, close, size: 2 })
  const cache = new Cache({ ttl: 3000, stale: 3000 })
  const load = async () => {
    console.log('A query')
    const { rows } = await pool.use((client) =>
      client.query('SELECT 42 AS price, pg_sleep(0.2)'),
    )
    return rows[0].price
  }
  const router = new Router()
  router.get('/own', () => cache.get('own', load))
  router.get('/once', () => cache.get('once', () => once('once', load)))
  return router
}

if (import.meta.main) {
  const { PORT = '8080' } = process.env
  const cluster = await serve(import.meta.url, {
    port: Number(PORT),
    workers: 4,
  })
  console.log(`Listening on ${cluster.url}`)
}
