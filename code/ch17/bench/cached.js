/**
 * What it takes to get a value again, by where it is kept:
 *
 *     node cached.js own
 *     REDIS_URL=redis://… node cached.js redis
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { Cache } from '../lib/data/index.js'

const [place] = process.argv.slice(2)
const { DATABASE_URL, REDIS_URL, DURATION = '2' } = process.env
const KEYS = 500
const textOf = (/** @type {number} */ i) => `the value of key ${i}`

/** @type {Record<string, () => Promise<(i: number) => Promise<any>>>} */
const places = {
  async own() {
    const cache = new Cache({ ttl: 3_600_000 })
    return (i) => cache.get(`key:${i}`, () => textOf(i))
  },
  async redis() {
    const { createClient } = await import('redis')
    const client = createClient({ url: need(REDIS_URL, 'REDIS_URL') })
    await client.connect()
    for (let i = 0; i < KEYS; i++) await client.set(`key:${i}`, textOf(i))
    return (i) => client.get(`key:${i}`)
  },
  async postgres() {
    const { default: pg } = await import('pg')
    const client = new pg.Client(need(DATABASE_URL, 'DATABASE_URL'))
    await client.connect()
    await client.query(`
      CREATE TEMP TABLE kept (id text PRIMARY KEY, value text);
      INSERT INTO kept SELECT 'key:' || i, 'the value of key ' || i
        FROM generate_series(0, ${KEYS - 1}) i;
      ANALYZE kept;`)
    const query = { name: 'get', text: 'SELECT value FROM kept WHERE id = $1' }
    return async (i) => {
      const { rows } = await client.query({ ...query, values: [`key:${i}`] })
      return rows[0].value
    }
  },
}

/** @param {string | undefined} url @param {string} name of a variable */
function need(url, name) {
  if (url) return url
  console.log(JSON.stringify({ skipped: `${name} is not set` }))
  process.exit()
}

/** @param {(i: number) => Promise<any>} get @param {number} ms */
async function play(get, ms) {
  let count = 0
  const begin = performance.now()
  while (performance.now() - begin < ms) {
    for (let turn = 0; turn < 10; turn++) {
      const i = Math.floor(Math.random() * KEYS)
      assert.ok((await get(i)) === textOf(i))
    }
    count += 10
  }
  return ((performance.now() - begin) * 1e6) / count
}

const get = await places[place]()
const ms = Number(DURATION) * 1000
await play(get, ms / 4)
console.log(JSON.stringify({ 'ns.hit': Math.round(await play(get, ms)) }))
process.exit()
