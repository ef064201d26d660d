import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { STORES, startWith, statesOf } from './stores-support.js'
import { request, startApp, within } from './support.js'

for (const [store, skip] of Object.entries(STORES)) {
  for (const [where, options] of Object.entries({
    alone: {},
    'in two workers': { workers: 2 },
  })) {
    test(`${store} has the four words, ${where}`, { skip }, async (t) => {
      const app = await startApp(options)
      t.after(app.close)
      for (const word of ['hey', 'hell', 'hello', 'about']) {
        for (let i = 0; i < 4; i++) {
          const answer = await request(app, `/db/${store}/${word}`)
          assert.deepEqual([answer.status, answer.text], [200, word])
          assert.match(answer.headers['content-type'], /^text\/plain/)
        }
      }
      const { status, text } = await request(app, `/db/${store}/bye`)
      assert.deepEqual([status, text], [404, 'There is no such word\n'])
      assert.equal((await statesOf(app))[store], 'ok')
    })
  }
}

test('a word is a value, and no part of the question', async (t) => {
  const app = await startApp()
  t.after(app.close)
  for (const word of [`' OR '1'='1`, 'hello%00', '%', '__proto__']) {
    const path = `/db/sqlite/${encodeURIComponent(word)}`
    assert.equal((await request(app, path)).status, 404)
  }
})

test('a store without an address is not there, and says so', async (t) => {
  const none = { REDIS_URL: undefined, DATABASE_URL: undefined }
  const app = await startWith(none)
  t.after(app.close)
  const ask = async (/** @type {string} */ path) => {
    const { status, text } = await request(app, path)
    return `${status} ${text}`
  }
  const sets = 'is not configured: set'
  assert.equal(await ask('/db/redis/hey'), `404 redis ${sets} REDIS_URL\n`)
  assert.equal(
    await ask('/db/postgres/hey'),
    `404 postgres ${sets} DATABASE_URL\n`,
  )
  assert.match(await ask('/db/constructor/hey'), /^404 There is no such store/)
  assert.deepEqual(await statesOf(app), { sqlite: 'ok' })
})

/** Stores that are called what they are not: nobody listens on port 1. */
const NOWHERE = {
  REDIS_URL: 'redis://127.0.0.1:1',
  DATABASE_URL: 'postgres://velocy@127.0.0.1:1/velocy',
}

test('a store that is away is 503, and holds up no other', async (t) => {
  t.mock.method(console, 'error', () => {})
  const app = await startWith(NOWHERE)
  t.after(app.close)
  for (const store of ['redis', 'postgres']) {
    const { status, text, headers } = await request(app, `/db/${store}/hey`)
    assert.equal(status, 503)
    assert.equal(headers['retry-after'], '1')
    assert.equal(text, 'Service Unavailable')
  }
  const { text } = await request(app, '/db/sqlite/hey')
  assert.equal(text, 'hey')
  assert.deepEqual(await statesOf(app), {
    sqlite: 'ok',
    redis: 'down',
    postgres: 'down',
  })
})

test('a store that hangs does not hold up the start', async (t) => {
  t.mock.method(console, 'error', () => {})
  const sockets = new Set()
  const silent = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = /** @type {net.AddressInfo} */ (silent.address())
  const url = `redis://127.0.0.1:${port}`
  const app = await startWith({ REDIS_URL: url, DATABASE_URL: undefined })
  t.after(app.close)
  assert.equal((await request(app, '/db/redis/hey')).status, 503)
  assert.equal((await request(app, '/db/sqlite/hey')).text, 'hey')
})

test('an address that is no URL is not printed', async () => {
  const env = { REDIS_URL: 'redis://:secret@127.0.0.1:99999' }
  await assert.rejects(startWith(env), (/** @type {any} */ error) => {
    assert.doesNotMatch(inspect(error), /secret/)
    return true
  })
})

/** @param {import('node:test').TestContext} t */
function temporaryFile(t) {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'words.db')
}

test('the file of a database is migrated once', async (t) => {
  const file = temporaryFile(t)
  for (const workers of [2, 1]) {
    const app = await startWith({ SQLITE: file }, { workers })
    const { text } = await request(app, '/db/sqlite/hello').finally(app.close)
    assert.equal(text, 'hello')
  }
  const database = new DatabaseSync(file)
  t.after(() => database.close())
  const steps = database.prepare('SELECT step FROM migrations').all()
  assert.deepEqual(
    steps.map(({ step }) => step),
    [1, 2],
  )
})

const LOCKS = `
  const { DatabaseSync } = require('node:sqlite')
  new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE')
  process.stdin.resume()
  console.log('locked')`

test('a file that another process has locked is 503', async (t) => {
  t.mock.method(console, 'error', () => {})
  const file = temporaryFile(t)
  const app = await startWith({ SQLITE: file })
  t.after(app.close)
  const other = spawn(process.execPath, ['-e', LOCKS, file])
  t.after(() => other.kill('SIGKILL'))
  await within(once(other.stdout, 'data'), 'the lock')
  const { status, text, headers } = await request(app, '/db/sqlite/hello')
  assert.deepEqual([status, text], [503, 'Service Unavailable'])
  assert.equal(headers['retry-after'], '1')
  assert.doesNotMatch(JSON.stringify(headers), /lock|sqlite/i)
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await within(ended, 'the end of the other process')
  assert.equal((await request(app, '/db/sqlite/hello')).text, 'hello')
})

test('nothing that a store says reaches a client', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  const file = temporaryFile(t)
  const app = await startWith({ SQLITE: file }, { adminToken: 'secret' })
  t.after(app.close)
  const other = new DatabaseSync(file)
  other.exec('ALTER TABLE words RENAME TO secrets')
  other.close()
  const { status, text, headers } = await request(app, '/db/sqlite/hello')
  assert.deepEqual([status, text], [500, 'Internal Server Error'])
  assert.doesNotMatch(JSON.stringify(headers), /words|sqlite/i)
  assert.match(String(printed.mock.calls[0].arguments[0]), /words/)
})
