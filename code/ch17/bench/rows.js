/**
 * The memory that a server takes to send a million rows to a slow client:
 *
 *     node rows.js sqlite-all|sqlite-rows
 *     DATABASE_URL=postgres://… node rows.js postgres-all|postgres-rows
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Pool } from '../lib/data/index.js'
import { createServer, Router } from '../lib/index.js'
import { rowsOf } from '../steps/11-cursor.js'

const [way] = process.argv.slice(2)
const { DATABASE_URL, DURATION = '2' } = process.env
const ROWS = 1_000_000

const TEXTS = {
  sqlite: `WITH RECURSIVE n(id) AS
      (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${ROWS})
    SELECT id, 'row ' || id AS name FROM n`,
  postgres: `SELECT id, 'row ' || id AS name
    FROM generate_series(1, ${ROWS}) AS id`,
}

/** Reads an answer in DURATION seconds, and prints how many lines it has. */
const CLIENT = `
  import http from 'node:http'
  import { setTimeout as sleep } from 'node:timers/promises'
  const [url, seconds] = process.argv.slice(-2)
  http.get(url, async (res) => {
    const begin = performance.now()
    let lines = 0
    for await (const chunk of res) {
      for (const byte of chunk) if (byte === 10) lines++
      const due = begin + (lines / ${ROWS}) * seconds * 1000
      await sleep(Math.max(0, due - performance.now()))
    }
    console.log(lines)
  })`

const line = (/** @type {object} */ row) => `${JSON.stringify(row)}\n`
const database = new DatabaseSync(':memory:')
const pool = new Pool({
  async connect() {
    const { default: pg } = await import('pg')
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    return client
  },
  close: (client) => client.end(),
  timeout: 600_000,
})

/** @type {Record<string, (req: any) => any>} */
const ways = {
  'sqlite-all': () => database.prepare(TEXTS.sqlite).all().map(line).join(''),
  async *'sqlite-rows'() {
    let lines = ''
    for (const row of database.prepare(TEXTS.sqlite).iterate()) {
      lines += line(row)
      if (lines.length < 65_536) continue
      yield lines
      lines = ''
      await nextTurn()
    }
    yield lines
  },
  'postgres-all': () =>
    pool.use(async (client) => {
      const { rows } = await client.query(TEXTS.postgres)
      return rows.map(line).join('')
    }),
  async *'postgres-rows'(req) {
    for await (const rows of rowsOf(pool, TEXTS.postgres, req.signal)) {
      yield rows.map(line).join('')
    }
  },
}

if (way.startsWith('postgres') && !DATABASE_URL) {
  console.log(JSON.stringify({ skipped: 'DATABASE_URL is not set' }))
  process.exit()
}
const router = new Router()
router.get('/rows', ways[way])
router.get('/warm', () => 'warm')
const server = createServer(router).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
await fetch(`http://127.0.0.1:${port}/warm`)
globalThis.gc?.()

const before = process.memoryUsage.rss()
const samples = [0]
const sampling = setInterval(() => {
  samples.push(process.memoryUsage.rss() - before)
}, 20)
const client = spawn(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    CLIENT,
    `http://127.0.0.1:${port}/rows`,
    DURATION,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let printed = ''
client.stdout.on('data', (chunk) => (printed += chunk))
await once(client, 'close')
clearInterval(sampling)
assert.equal(Number(printed), ROWS)

const peak = process.resourceUsage().maxRSS * 1024 - before
/** @type {Record<string, number>} */
const figures = { 'memory.peak': Math.max(1, peak) }
for (const percent of [20, 40, 60, 80, 100]) {
  const at = Math.ceil((percent / 100) * samples.length) - 1
  figures[`memory.at-${percent}`] = Math.max(1, samples[at])
}
console.log(JSON.stringify(figures))
process.exit()
