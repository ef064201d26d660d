/**
 * What a store is asked, and what clients get, when 100 clients want one value
 * again and again, which expires twice a second:
 *
 *     DATABASE_URL=postgres://… node stampede.js none|map|cache|stale
 */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cache, Pool } from '../lib/data/index.js'

const [way] = process.argv.slice(2)
const { DATABASE_URL, DURATION = '2' } = process.env
const [CLIENTS, TTL, PAUSE] = [100, 500, 10]

if (!DATABASE_URL) {
  console.log(JSON.stringify({ skipped: 'DATABASE_URL is not set' }))
  process.exit()
}
const { default: pg } = await import('pg')
const pool = new Pool({
  async connect() {
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    return client
  },
  close: (client) => client.end(),
})

/** @param {string} text */
const query = (text) =>
  pool.use(async (client) => (await client.query(text)).rows[0])

const load = () => query("SELECT nextval('stampede') AS count, pg_sleep(0.02)")

/** @type {{ value: any, endsAt: number } | undefined} */
let kept
const cache = new Cache({ ttl: TTL, stale: way === 'stale' ? 10_000 : 0 })

/** @type {Record<string, () => Promise<any>>} */
const ways = {
  none: load,
  async map() {
    if (kept && performance.now() < kept.endsAt) return kept.value
    const value = await load()
    kept = { value, endsAt: performance.now() + TTL }
    return value
  },
  cache: () => cache.get('price', load),
  stale: () => cache.get('price', load),
}

let answers = 0
let slowest = 0

/** @param {number} end */
async function client(end) {
  while (performance.now() < end) {
    const begin = performance.now()
    await ways[way]()
    slowest = Math.max(slowest, performance.now() - begin)
    answers++
    await sleep(PAUSE)
  }
}

const asked = async () =>
  Number((await query('SELECT last_value FROM stampede')).last_value)

await query('DROP SEQUENCE IF EXISTS stampede')
await query('CREATE SEQUENCE stampede')
await ways[way]()
const before = await asked()
const begin = performance.now()
const end = begin + Number(DURATION) * 1000
await Promise.all(Array.from({ length: CLIENTS }, () => client(end)))
const seconds = (performance.now() - begin) / 1000
const queries = (await asked()) - before
console.log(
  JSON.stringify({
    'count.queries-a-second': Math.round((queries / seconds) * 10) / 10,
    'rate.answers': Math.round(answers / seconds),
    'time.slowest': Math.round(slowest * 10) / 10,
  }),
)
process.exit()
