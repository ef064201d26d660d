/**
 * How many queries a second get their answer while 64 callers ask, each again
 * as soon as it has its answer.
 *
 *     node pool-size.js SIZE       through a pool
 *     node pool-size.js each       with a connection for each query
 *
 * A query computes for about a millisecond.
 */
import assert from 'node:assert/strict'
import { Pool } from '../lib/data/pool.js'

const CALLERS = 64
const QUERY = 'SELECT sum(sqrt(i)) FROM generate_series(1, 5000) i'

if (process.env.DATABASE_URL === undefined) {
  console.log(JSON.stringify({ skipped: 'DATABASE_URL names no PostgreSQL' }))
  process.exit()
}

const { connect, close } = await import('../steps/06-postgres.js')
const duration = 1000 * Number(process.env.DURATION ?? 1)
const [way] = process.argv.slice(2)
const times = { queue: CALLERS, wait: 60_000, timeout: 60_000 }
const pool = new Pool({ connect, close, size: Number(way) || 1, ...times })

/** @param {import('pg').Client} client */
async function query(client) {
  const { rows } = await client.query(QUERY)
  assert.equal(Math.round(rows[0].sum), 235_737)
}

async function onOwn() {
  const client = await connect()
  await query(client).finally(() => close(client))
}

const ask = way === 'each' ? onOwn : () => pool.use(query)

/** @param {number} time in ms */
async function measure(time) {
  let count = 0
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < time) {
      await ask()
      count++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return (count * 1000) / (performance.now() - start)
}

await measure(duration / 2)
const rate = Number((await measure(duration)).toFixed(1))
console.log(JSON.stringify({ 'rate.queries': rate }))
await pool.close()
