import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import os from 'node:os'
import process from 'node:process'
import { test } from 'node:test'
import { threadId } from 'node:worker_threads'
import { library } from './library.js'
import { makeCells, openPool, TASKS } from './pools.js'
import { within } from './support.js'

const { WorkerPool } = await library('lib/workers/index.js')

test('a task runs in another thread, and its result comes back', async (t) => {
  const pool = openPool(t)
  assert.equal(await pool.run('add', { a: 1, b: 2 }), 3)
  assert.notEqual(await pool.run('thread'), threadId)
})

test('values are copied both ways, with all that a clone keeps', async (t) => {
  const pool = openPool(t)
  const value = {
    map: new Map([['key', new Set([1, 2])]]),
    date: new Date(0),
    nothing: undefined,
    bytes: new Uint8Array([1, 2, 3]),
    big: 2n ** 70n,
  }
  for (const task of ['echo', 'echoLater']) {
    const got = await pool.run(task, value)
    assert.deepEqual(got, value)
    assert.notEqual(got, value)
  }
})

test('many tasks of one turn get each its own result', async (t) => {
  const pool = openPool(t, { threads: 2, maxQueue: 5000 })
  const results = []
  for (let i = 0; i < 3000; i++) {
    results.push(pool.run(i % 3 ? 'echo' : 'echoLater', i))
  }
  const expected = Array.from({ length: 3000 }, (_, i) => i)
  assert.deepEqual(await Promise.all(results), expected)
})

test('what is transferred is gone here, and there is no copy', async (t) => {
  const pool = openPool(t)
  const bytes = new Uint8Array([1, 2, 3])
  const got = await pool.run('echo', bytes, { transfer: [bytes.buffer] })
  assert.equal(bytes.length, 0)
  assert.deepEqual(got, new Uint8Array([1, 2, 3]))
  const { all } = await pool.run('bytes', 1000)
  assert.equal(all.length, 1000)
})

test('shared memory stays shared', async (t) => {
  const pool = openPool(t)
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  await begun()
  letGo()
  assert.equal(await held, 'held')
})

test('threads stand back, and the event loop does not', async (t) => {
  if (process.platform !== 'linux') return t.skip('priorities are of processes')
  const before = os.getPriority()
  const same = openPool(t)
  assert.equal(await same.run('priority'), before)
  const nicer = openPool(t, { nice: 19 })
  assert.equal(await nicer.run('priority'), 19)
  assert.equal(os.getPriority(), before)
})

test('a caller keeps its own context', async (t) => {
  const storage = new AsyncLocalStorage()
  const pool = openPool(t)
  const seen = await Promise.all(
    ['first', 'second', 'third'].map((name) =>
      storage.run(name, async () => {
        await pool.run('echo')
        return storage.getStore()
      }),
    ),
  )
  assert.deepEqual(seen, ['first', 'second', 'third'])
})

test('a task does not run in the context of the one before', async (t) => {
  const pool = openPool(t)
  for (let i = 0; i < 20; i++) {
    assert.equal(await pool.run('context'), undefined)
    assert.equal(await pool.run('contextLater'), undefined)
  }
})

test('a task that is not there is named, and those that are', async (t) => {
  const pool = openPool(t)
  await assert.rejects(pool.run('each'), {
    code: 'ERR_VELOCY_POOL_TASK',
    message: /'each', expected one of .*echo/,
  })
  await assert.rejects(pool.run('toString'), { code: 'ERR_VELOCY_POOL_TASK' })
})

test('wrong options are refused at once', async (t) => {
  const bad = { code: 'ERR_VELOCY_BAD_OPTION' }
  for (const module of ['./tasks.js', '/tasks.js', 7, undefined]) {
    assert.throws(() => new WorkerPool(module), bad)
  }
  for (const options of [
    { threads: 0 },
    { threads: '2' },
    { maxQueue: 0 },
    { nice: -1 },
    { thread: 2 },
  ]) {
    assert.throws(() => new WorkerPool(TASKS, options), bad)
  }
  const pool = openPool(t)
  for (const options of [
    { transfer: new ArrayBuffer(8) },
    { signal: true },
    { timeout: 1000 },
    { transfers: [] },
  ]) {
    assert.throws(() => pool.run('echo', 1, options), bad)
  }
})

test('it counts what it does', async (t) => {
  const pool = openPool(t, { threads: 1 })
  await pool.start()
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  const second = pool.run('echo')
  await begun()
  const during = pool.stats()
  assert.equal(during.threads, 1)
  assert.equal(during.waiting + during.running, 2)
  letGo()
  await Promise.all([held, second])
  await assert.rejects(pool.run('fail', 'type'))
  const { waiting, running, completed, failed, crashes } = pool.stats()
  assert.deepEqual(
    { waiting, running, completed, failed, crashes },
    { waiting: 0, running: 0, completed: 2, failed: 1, crashes: 0 },
  )
})

test('a thread does not wait for the bell during a task', async (t) => {
  const pool = openPool(t, { linger: 1000 })
  const all = async () => {
    for (let i = 0; i < 10; i++) {
      const { cells, begun, letGo } = makeCells()
      await pool.run('dawdle', cells)
      await begun()
      const next = pool.run('echoLater', i)
      letGo()
      assert.equal(await next, i)
    }
  }
  await within(all(), 'ten tasks that await something')
})

test("a thread's event loop turns between tasks", async (t) => {
  // So long that between two tasks the thread never sleeps to the end.
  const pool = openPool(t, { linger: 1000 })
  await pool.run('countTurns')
  const before = await pool.run('turnsSoFar')
  const turned = async () => {
    while ((await pool.run('turnsSoFar')) === before);
  }
  await within(turned(), 'a turn of the event loop')
})
