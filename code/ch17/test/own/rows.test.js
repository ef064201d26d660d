import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from '../../lib/data/index.js'
import { createServer, Router } from '../../lib/index.js'
import { PATIENCE, within } from '../support.js'

const { DATABASE_URL } = process.env
const skip = DATABASE_URL
  ? false
  : 'DATABASE_URL is not set: start PostgreSQL with npm run stores'

/**
 * What these tests do in the store is told from what others do by its name.
 */
const NAME = `rows-test-${process.pid}`

async function connect() {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    application_name: NAME,
  })
  await client.connect()
  return client
}

/** @param {import('node:test').TestContext} t @param {object} [options] */
async function open(t, options) {
  const { rowsOf } = await import('../../steps/11-cursor.js')
  const pool = new Pool({
    connect,
    close: (client) => client.end(),
    ...options,
  })
  const admin = await connect()
  t.after(async () => {
    await pool.close()
    await admin.end()
  })
  /** The states of the connections of the pool. */
  const states = async () => {
    const { rows } = await admin.query(
      `SELECT state FROM pg_stat_activity
        WHERE application_name = $1 AND pid <> pg_backend_pid()`,
      [NAME],
    )
    return rows.map(({ state }) => state)
  }
  /** @param {string} state that one of the connections is to reach */
  const reach = async (state) => {
    while (!(await states()).includes(state)) await sleep(5)
  }
  const allIdle = async () => {
    while ((await states()).some((state) => state !== 'idle')) await sleep(5)
  }
  return { pool, rowsOf, reach, allIdle }
}

/**
 * @param {import('node:test').TestContext} t
 * @param {(req: any) => any} handler of /rows
 * @param {'net' | 'http'} engine
 */
async function serve(t, handler, engine) {
  const router = new Router()
  router.get('/rows', handler)
  const server = createServer(router, { engine }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return `http://127.0.0.1:${port}/rows`
}

const never = new AbortController().signal

test('all rows come, in their order and a thousand at a time', {
  skip,
}, async (t) => {
  const { pool, rowsOf, allIdle } = await open(t)
  let next = 1
  const text = 'SELECT id FROM generate_series(1, 2500) AS id'
  for await (const rows of rowsOf(pool, text, never)) {
    assert.ok(rows.length <= 1000)
    for (const { id } of rows) assert.equal(id, next++)
  }
  assert.equal(next, 2501)
  assert.equal(pool.stats.idle, 1)
  await within(allIdle(), 'the end of the transaction')
})

test('a loop that is left gives its client back', { skip }, async (t) => {
  const { pool, rowsOf, allIdle } = await open(t, { size: 1 })
  for (let i = 0; i < 3; i++) {
    const text = 'SELECT id FROM generate_series(1, 10000) AS id'
    for await (const rows of rowsOf(pool, text, never)) {
      assert.equal(rows.length, 1000)
      break
    }
    assert.deepEqual(pool.stats, { open: 1, idle: 1, busy: 0, waiting: 0 })
  }
  await within(allIdle(), 'the end of the transaction')
})

test('a query that fails rejects, and its client can be used', {
  skip,
}, async (t) => {
  const { pool, rowsOf } = await open(t, { size: 1 })
  const texts = [
    'SELECT nothing',
    'SELECT 1 / (id - 1500) FROM generate_series(1, 2000) AS id',
  ]
  for (const text of texts) {
    await assert.rejects(async () => {
      for await (const rows of rowsOf(pool, text, never)) assert.ok(rows)
    })
    const { rows } = await pool.use((client) => client.query('SELECT 7 AS n'))
    assert.deepEqual(rows, [{ n: 7 }])
  }
})

test('a loop that finds no client in time rejects with 503', {
  skip,
}, async (t) => {
  // It is connected already, since the first caller waits no longer either.
  const client = await connect()
  const options = { size: 1, wait: 20, connect: async () => client }
  const { pool, rowsOf } = await open(t, options)
  await pool.use(async () => {
    const rows = rowsOf(pool, 'SELECT 1', never)
    await assert.rejects(rows.next(), { status: 503 })
  })
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  const options = { skip }
  const hasSignal =
    engine === 'net' || 'signal' in http.IncomingMessage.prototype
  test(
    `a query ends when its client has left (${engine})`,
    hasSignal
      ? options
      : { skip: 'requests of this Node.js have no signal on engine http' },
    async (t) => {
      const { pool, rowsOf, reach, allIdle } = await open(t)
      const handler = (/** @type {any} */ { signal }) =>
        rowsOf(pool, 'SELECT pg_sleep(60)', signal)
      const url = await serve(t, handler, engine)
      const asking = http.get(url, { agent: false }).on('error', () => {})
      await within(reach('active'), 'the query')
      asking.destroy()
      await within(allIdle(), 'the end of the query')
      await within(
        (async () => {
          while (pool.stats.busy > 0) await sleep(5)
        })(),
        'the client back in the pool',
      )
    },
  )

  test(
    `a client that does not read is waited for (${engine})`,
    options,
    async (t) => {
      const timeout = 8 * PATIENCE
      const { pool, rowsOf, reach, allIdle } = await open(t, { timeout })
      let sent = 0
      const handler = async function* (/** @type {any} */ { signal }) {
        const text =
          "SELECT id, repeat('x', 1000) FROM generate_series(1, 100000) AS id"
        for await (const rows of rowsOf(pool, text, signal)) {
          sent += rows.length
          yield JSON.stringify(rows)
        }
      }
      const url = await serve(t, handler, engine)
      const asking = http.get(url, { agent: false }).on('error', () => {})
      const [answer] = await once(asking, 'response')
      // It reads no further until the server has stopped to fetch.
      for (let before = -1; before !== sent; await sleep(100)) before = sent
      assert.ok(sent < 100_000, `${sent} rows`)
      await within(reach('idle in transaction'), 'a cursor that waits')
      answer.resume()
      await within(once(answer, 'end'), 'the rest', 4 * PATIENCE)
      assert.equal(sent, 100_000)
      await within(allIdle(), 'the end of the transaction')
    },
  )
}
