// @nightly
// @reads code/ch17/

// Chapter 17's table "When a store fails", row by row, with stores of its own.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { patienceInMs } from '../processes/pace.js'
import { nodePath } from '../processes/toolchain.js'
import {
  ask,
  Callers,
  openers,
  openPostgres,
  startServer,
  until,
  wordsOf,
} from './faults-callers.fixture.js'
import { postgres, redis } from './programs.js'
import { startStores, storeNames } from './stores.js'

/** @typedef {import('node:test').TestContext} TestContext */

const absent = [redis(), postgres()].find(({ path }) => path === null)
const withBoth = { skip: absent?.reason ?? false }
const demo = '../../code/ch17/server.js'

/** What the slowest limits of the demo come to, a wait and a query, in s. */
const limit = 3.5

/** @type {import('./stores.js').Stores} */
let stores
before(async () => {
  stores = await startStores(absent ? [] : storeNames)
})
after(() => stores.stop())

/** @param {'redis' | 'postgres'} name */
const addressOf = (name) =>
  stores.env[name === 'redis' ? 'REDIS_URL' : 'DATABASE_URL']

/**
 * @param {TestContext} t
 * @param {'redis' | 'postgres'} name
 * @returns {Promise<any>}
 */
async function look(t, name) {
  const store = await openers[name](addressOf(name))
  t.after(() => store.end())
  return store
}

/** @param {Callers} callers @param {number[]} statuses */
function check(callers, statuses) {
  assert.equal(callers.mixedUp, 0)
  const seen = Object.keys(callers.counts).map(Number)
  assert.deepEqual(
    seen.filter((status) => !statuses.includes(status)),
    [],
  )
  assert.ok(callers.slowest < patienceInMs(limit), `${callers.slowest} ms`)
}

/** @param {number[]} pids @param {NodeJS.Signals} signal */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // A process of PostgreSQL that has ended meanwhile.
    }
  }
}

/** @param {Callers} callers of a store that is there again */
async function recover(callers) {
  const start = performance.now()
  await callers.see(200, 1)
  const time = performance.now() - start
  assert.ok(time < patienceInMs(1), `back after ${time} ms`)
  await callers.see(200)
}

/** How many connections a process of the demo has at most. */
const most = { redis: 1, postgres: 10 }

for (const name of storeNames) {
  test(`${name} is killed, and back after 2 s`, withBoth, async (t) => {
    const app = await startServer(t, demo, stores.env)
    const callers = new Callers(t, app.port, wordsOf(name))
    await callers.see(200)
    const [main] = await (await look(t, name)).pids()
    process.kill(main, 'SIGKILL')
    await callers.see(503)
    /** @type {any} */
    let store
    await until(`${name} to be back`, async () => {
      store = await look(t, name).catch(() => undefined)
      return store
    })
    await recover(callers)
    await callers.stop()
    check(callers, [200, 503])
    assert.ok((await store.clients()) <= most[name])
    await app.close()
    await until('no connection', async () => (await store.clients()) === 0)
  })

  test(`${name} hangs`, withBoth, async (t) => {
    const app = await startServer(t, demo, stores.env)
    const callers = new Callers(t, app.port, wordsOf(name))
    await callers.see(200)
    const store = await look(t, name)
    const pids = await store.pids()
    signalAll(pids, 'SIGSTOP')
    try {
      await callers.see(503, 40)
      assert.equal((await ask(app.port, '/db/sqlite/hey')).text, 'hey')
    } finally {
      signalAll(pids, 'SIGCONT')
    }
    await recover(callers)
    await callers.stop()
    check(callers, [200, 503])
    const few = async () => (await store.clients()) <= most[name]
    await until('no more connections than before', few)
    await app.close()
    await until('no connection', async () => (await store.clients()) === 0)
  })

  test(`a server ends while ${name} hangs`, withBoth, async (t) => {
    const app = await startServer(t, demo, stores.env)
    assert.equal((await ask(app.port, `/db/${name}/hey`)).status, 200)
    const pids = await (await look(t, name)).pids()
    signalAll(pids, 'SIGSTOP')
    const start = performance.now()
    await app.close().finally(() => signalAll(pids, 'SIGCONT'))
    assert.ok(performance.now() - start < patienceInMs(limit))
  })
}

test('PostgreSQL refuses connections', withBoth, async (t) => {
  const store = await look(t, 'postgres')
  const [{ most }] = await store.query(
    "SELECT current_setting('max_connections')::int AS most",
  )
  const open = async () => openPostgres(addressOf('postgres'))
  const others = await Promise.all(Array.from({ length: most - 1 }, open))
  const app = await startServer(t, demo, stores.env)
  const callers = new Callers(t, app.port, wordsOf('postgres'))
  await callers.see(503)
  await Promise.all(others.map((other) => other.end()))
  await recover(callers)
  await callers.stop()
  check(callers, [200, 503])
  assert.match(app.errors(), /too many clients/)
})

test('Redis refuses connections', withBoth, async (t) => {
  const store = await look(t, 'redis')
  const setMost = (/** @type {string} */ count) =>
    store.client.sendCommand(['CONFIG', 'SET', 'maxclients', count])
  const app = await startServer(t, demo, stores.env)
  const callers = new Callers(t, app.port, wordsOf('redis'))
  await callers.see(200)
  await setMost('1')
  await store.client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
  await callers.see(503)
  await setMost('10000')
  await recover(callers)
  await callers.stop()
  check(callers, [200, 503])
})

test('queries take longer than they may', withBoth, async (t) => {
  const app = await startServer(t, demo, stores.env)
  const callers = new Callers(t, app.port, wordsOf('postgres'))
  await callers.see(200)
  const store = await look(t, 'postgres')
  await store.query('BEGIN')
  await store.query('LOCK TABLE words')
  // Two rounds and more: what hangs must not pile up in the store.
  for (let i = 0; i < 3; i++) {
    await callers.see(503, 20)
    assert.ok((await store.clients()) <= most.postgres)
  }
  await store.query('COMMIT')
  await recover(callers)
  await callers.stop()
  check(callers, [200, 503])
})

/** @param {TestContext} t */
function temporaryFile(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'words.db')
}

const locks = `
  const { DatabaseSync } = require('node:sqlite')
  new DatabaseSync(process.argv[1], { timeout: 5000 }).exec('BEGIN EXCLUSIVE')
  process.stdin.resume()
  console.log('locked')`

test('another process has locked the file of SQLite', async (t) => {
  const file = temporaryFile(t)
  const app = await startServer(t, demo, { SQLITE: file })
  const callers = new Callers(t, app.port, wordsOf('sqlite'))
  await callers.see(200)
  const other = spawn(String(nodePath(26)), ['-e', locks, file])
  t.after(() => other.kill())
  await once(other.stdout, 'data')
  await callers.see(503)
  other.kill('SIGKILL')
  await once(other, 'exit')
  await recover(callers)
  await callers.stop()
  check(callers, [200, 503])
})

/** @param {TestContext} t */
async function startPayments(t) {
  const store = await look(t, 'postgres')
  await store.query('DROP TABLE IF EXISTS halves')
  await store.query('CREATE TABLE halves (id text)')
  const app = await startServer(t, 'faults.fixture.js', stores.env)
  /** How many payments have so many halves. */
  const count = async (/** @type {string} */ having) =>
    (
      await store.query(
        `SELECT id FROM halves GROUP BY id HAVING count(*) ${having}`,
      )
    ).length
  return { store, app, count }
}

let payments = 0
const payment = () => {
  const answer = String(payments++)
  return { path: `/pay/${answer}`, answer, method: 'POST' }
}

test('a worker is killed in a transaction', withBoth, async (t) => {
  const { store, app, count } = await startPayments(t)
  const callers = new Callers(t, app.port, payment)
  await callers.see(200)
  const { text } = await ask(app.port, '/pid')
  await until('a transaction', store.busy)
  process.kill(Number(text), 'SIGKILL')
  await callers.see(0, 1)
  await callers.see(200, 100)
  await callers.stop()
  check(callers, [0, 200])
  await until('all to be idle', async () => (await store.busy()) === 0)
  assert.equal(await count('<> 2'), 0)
  const paid = await count('= 2')
  // An answer can be lost after COMMIT, but none is given before it.
  assert.ok(paid >= callers.count(200))
  assert.ok(paid <= callers.count(200) + callers.count(0))
  await app.close()
  await until('no connection', async () => (await store.clients()) === 0)
})

test('clients leave in the middle', withBoth, async (t) => {
  const { store, app, count } = await startPayments(t)
  for (let round = 0; round < 3; round++) {
    const leaving = new AbortController()
    const all = Array.from({ length: 20 }, () => {
      const { path, method } = payment()
      return ask(app.port, path, { method, signal: leaving.signal })
    })
    await until('transactions', async () => (await store.busy()) >= 10)
    leaving.abort()
    for (const { status } of await Promise.all(all)) assert.equal(status, 0)
    await until('all to be idle', async () => (await store.busy()) === 0)
  }
  assert.equal(await count('> 0'), 0)
  assert.ok((await store.clients()) <= 2 * most.postgres)
  const { path, method, answer } = payment()
  assert.equal((await ask(app.port, path, { method })).text, answer)
  assert.equal(await count('= 2'), 1)
})
