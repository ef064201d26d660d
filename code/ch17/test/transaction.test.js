import assert from 'node:assert/strict'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { library } from './library.js'
import { request, within } from './support.js'

const { Pool, spoiled } = await library('lib/data/pool.js')
const { createServer, Router } = await library('lib/index.js')
const { transaction } = await library('lib/data/pool.js')

const address = process.env.DATABASE_URL
const skip = address === undefined && 'DATABASE_URL names no PostgreSQL'

/** A client whose queries a test can see, and let fail. */
class FakeClient {
  /** @type {string[]} */
  texts = []
  /** @type {Record<string, unknown>} what to throw, by query */
  fails = {}
  /** @type {Record<string, unknown>} what to answer, by query */
  answers = {}

  /** @param {string} text */
  async query(text) {
    this.texts.push(text)
    if (text in this.fails) throw this.fails[text]
    return this.answers[text]
  }
}

test('what the function returns comes after COMMIT', async () => {
  const client = new FakeClient()
  const result = await transaction(client, async (/** @type {any} */ same) => {
    await same.query('a')
    return 'done'
  })
  assert.equal(result, 'done')
  assert.deepEqual(client.texts, ['BEGIN', 'a', 'COMMIT'])
})

test('a function that throws is undone, and its error passed on', async () => {
  for (const fail of [
    () => {
      throw new RangeError('at once')
    },
    async () => {
      throw new RangeError('later')
    },
  ]) {
    const client = new FakeClient()
    await assert.rejects(transaction(client, fail), RangeError)
    assert.deepEqual(client.texts, ['BEGIN', 'ROLLBACK'])
    assert.equal(spoiled.has(client), false)
  }
})

test('a client that has left is undone when the function has ended', async () => {
  const client = new FakeClient()
  const leaving = new AbortController()
  const { signal } = leaving
  const work = async () => {
    leaving.abort(new Error('left'))
    await client.query('a')
  }
  await assert.rejects(transaction(client, work, { signal }), {
    message: 'left',
  })
  assert.deepEqual(client.texts, ['BEGIN', 'a', 'ROLLBACK'])
  await assert.rejects(transaction(client, work, { signal }))
  assert.equal(client.texts.length, 3)
})

test('a BEGIN that fails undoes nothing', async () => {
  const client = new FakeClient()
  client.fails.BEGIN = new Error('already in a transaction')
  await assert.rejects(
    transaction(client, () => {}),
    /already/,
  )
  assert.deepEqual(client.texts, ['BEGIN'])
})

test('a COMMIT that fails is undone, and its error passed on', async () => {
  const client = new FakeClient()
  client.fails.COMMIT = new Error('conflict')
  await assert.rejects(
    transaction(client, () => {}),
    /conflict/,
  )
  assert.deepEqual(client.texts, ['BEGIN', 'COMMIT', 'ROLLBACK'])
})

test('a COMMIT that has undone all of it is an error', async () => {
  const client = new FakeClient()
  client.answers.COMMIT = { command: 'ROLLBACK' }
  await assert.rejects(
    transaction(client, () => {}),
    { code: 'ERR_VELOCY_ROLLED_BACK' },
  )
})

test('a client whose ROLLBACK fails is not lent again', async () => {
  const client = new FakeClient()
  client.fails.ROLLBACK = new Error('connection lost')
  /** @type {unknown[]} */
  const closed = []
  const pool = new Pool({
    connect: async () => (closed.length === 0 ? client : new FakeClient()),
    close: (/** @type {unknown} */ one) => closed.push(one),
  })
  const fail = () => {
    throw new RangeError('work')
  }
  const use = pool.use((/** @type {any} */ one) => transaction(one, fail))
  await assert.rejects(use, RangeError)
  assert.deepEqual(closed, [client])
  assert.notEqual(await pool.use((/** @type {any} */ one) => one), client)
  await pool.close()
})

/** SQLite, with what a transaction asks of a client. */
function sqlite() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE notes (text TEXT)')
  return {
    query: (/** @type {string} */ text) => database.exec(text),
    count: () => database.prepare('SELECT count(*) n FROM notes').get()?.n,
  }
}

test('SQLite keeps what is committed, and nothing else', async () => {
  const client = sqlite()
  const insert = "INSERT INTO notes VALUES ('a')"
  await transaction(client, () => client.query(insert))
  assert.equal(client.count(), 1)
  const fail = () => {
    client.query(insert)
    throw new RangeError()
  }
  await assert.rejects(transaction(client, fail), RangeError)
  assert.equal(client.count(), 1)
  // The one inside must not undo the one outside.
  await transaction(client, async () => {
    client.query(insert)
    await assert.rejects(
      transaction(client, () => {}),
      /within a transaction/,
    )
  })
  assert.equal(client.count(), 2)
})

/**
 * A pool of PostgreSQL's, with a table of its own.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, unknown>} [options]
 */
async function postgres(t, options) {
  const { default: pg } = await import('pg')
  /** @typedef {import('pg').Client} Client */
  const pool = new Pool({
    async connect() {
      const client = new pg.Client(address)
      await client.connect()
      return client
    },
    close: (/** @type {Client} */ client) => client.end(),
    watch: (/** @type {Client} */ client, /** @type {() => void} */ lost) =>
      client.on('error', lost).on('end', lost),
    ...options,
  })
  const table = `notes_${process.pid}_${Math.random().toString(36).slice(2)}`
  const query = (/** @type {string} */ text) =>
    pool.use(async (/** @type {Client} */ client) => {
      const { rows } = await client.query(text)
      return rows
    })
  await query(`CREATE TABLE ${table} (id int UNIQUE DEFERRABLE)`)
  t.after(async () => {
    await query(`DROP TABLE ${table}`)
    await within(pool.close(), 'close')
  })
  return {
    pool,
    insert: `INSERT INTO ${table} VALUES (1)`,
    defer: `SET CONSTRAINTS ALL DEFERRED`,
    kept: async () => (await query(`SELECT FROM ${table}`)).length,
    query,
  }
}

test('PostgreSQL undoes what throws', { skip }, async (t) => {
  const { pool, insert, kept } = await postgres(t)
  const work = async (/** @type {any} */ client) => {
    await client.query(insert)
    throw new RangeError()
  }
  const use = pool.use((/** @type {any} */ client) => transaction(client, work))
  await assert.rejects(use, RangeError)
  assert.equal(await kept(), 0)
  assert.equal(pool.stats.open, 1)
})

test('PostgreSQL refuses at COMMIT, and the client goes on', {
  skip,
}, async (t) => {
  const { pool, insert, defer, kept } = await postgres(t)
  const use = pool.use((/** @type {any} */ client) =>
    transaction(client, async () => {
      await client.query(defer)
      await client.query(insert)
      await client.query(insert)
    }),
  )
  await assert.rejects(use, { code: '23505' })
  assert.equal(await kept(), 0)
  assert.equal(pool.stats.open, 1)
})

test('an error that the function swallows is not a commit', {
  skip,
}, async (t) => {
  const { pool, insert, kept } = await postgres(t)
  const use = pool.use((/** @type {any} */ client) =>
    transaction(client, async () => {
      await client.query(insert)
      await client.query('SELECT 1 / 0').catch(() => {})
    }),
  )
  await assert.rejects(use, { code: 'ERR_VELOCY_ROLLED_BACK' })
  assert.equal(await kept(), 0)
})

test('a time limit ends a transaction, and its connection', {
  skip,
}, async (t) => {
  const { pool, insert, query, kept } = await postgres(t, { timeout: 1000 })
  let pid
  const use = pool.use((/** @type {any} */ client) =>
    transaction(client, async () => {
      await client.query(insert)
      const { rows } = await client.query('SELECT pg_backend_pid() pid')
      pid = rows[0].pid
      await client.query('SELECT pg_sleep(1.5)')
    }),
  )
  await assert.rejects(use, { code: 'ERR_VELOCY_POOL_TIMEOUT', status: 503 })
  const [{ pid: other }] = await query('SELECT pg_backend_pid() pid')
  assert.notEqual(other, pid)
  assert.equal(await kept(), 0)
})

test('a connection that is killed idle is replaced', { skip }, async (t) => {
  const { pool, query } = await postgres(t)
  const pidOf = 'SELECT pg_backend_pid() pid'
  const [{ pid }] = await query(pidOf)
  const killer = await postgres(t)
  await killer.query(`SELECT pg_terminate_backend(${pid})`)
  while (pool.stats.open > 0) await new Promise((r) => setTimeout(r, 5))
  const [{ pid: next }] = await query(pidOf)
  assert.notEqual(next, pid)
})

test('a transaction that finds the disk full is undone', async (t) => {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  const query = (/** @type {string} */ text) => database.prepare(text).all()
  query('CREATE TABLE halves (text text)')
  query('PRAGMA max_page_count = 20')
  const half = 'INSERT INTO halves VALUES (hex(randomblob(4000)))'
  const write = () => transaction({ query }, () => [query(half), query(half)])
  const count = () => Number(query('SELECT count(*) AS n FROM halves')[0].n)
  const fill = async () => {
    for (;;) await write()
  }
  await assert.rejects(fill(), { errcode: 13 })
  const full = count()
  assert.ok(full > 0 && full % 2 === 0, `${full} halves`)
  query('PRAGMA max_page_count = 40')
  await write()
  assert.equal(count(), full + 2)
})

test('a disk that is full is 500 for a write, 200 for a read', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  const query = (/** @type {string} */ sql) => database.prepare(sql).all()
  query('CREATE TABLE notes (text text)')
  query('PRAGMA max_page_count = 10')
  const router = new Router()
  router.get('/notes', () => query('SELECT count(*) AS n FROM notes'))
  router.post('/notes', async () => {
    const note = 'INSERT INTO notes VALUES (hex(randomblob(4000)))'
    await transaction({ query }, () => [query(note), query(note)])
    return 'written'
  })
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const app = { host: '127.0.0.1', port }
  const write = () => request(app, '/notes', { method: 'POST' })
  let written = 0
  let answer = await write()
  for (; answer.status === 200; answer = await write()) written++
  assert.ok(written > 0)
  assert.deepEqual([answer.status, answer.text], [500, 'Internal Server Error'])
  assert.equal(answer.headers['retry-after'], undefined)
  assert.doesNotMatch(JSON.stringify(answer.headers), /full|sqlite/i)
  assert.match(String(printed.mock.calls[0].arguments[0]), /full/)
  const { status, text } = await request(app, '/notes')
  assert.deepEqual([status, text], [200, `[{"n":${written * 2}}]`])
})
