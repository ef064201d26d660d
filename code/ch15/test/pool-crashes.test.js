import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'
import { makeCells, openPool } from './pools.js'

const { WorkerPool } = await library('lib/workers/index.js')

const QUICK = { restartDelay: 1, maxRestartDelay: 1 }

/** @param {any} pool */
const crashOf = async (pool) => (await once(pool, 'crash'))[0]

test('a thread that ends fails its own tasks, and is replaced', async (t) => {
  const pool = openPool(t, { ...QUICK, threads: 2 })
  await pool.start()
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  await begun()
  const crash = crashOf(pool)
  await assert.rejects(pool.run('exit', 3), {
    code: 'ERR_VELOCY_POOL_CRASHED',
    message: "Worker thread exited with code 3 while running task 'exit'",
  })
  assert.equal((await crash).code, 'ERR_VELOCY_POOL_CRASHED')
  // The other one is busy, so this needs a new one.
  assert.equal(await pool.run('echo', 'new'), 'new')
  letGo()
  assert.equal(await held, 'held')
  assert.equal(pool.stats().crashes, 1)
})

test('an error that nobody catches comes as the cause', async (t) => {
  const pool = openPool(t, QUICK)
  await assert.rejects(pool.run('throwLater'), (/** @type {any} */ error) => {
    assert.equal(error.code, 'ERR_VELOCY_POOL_CRASHED')
    assert.ok(error.cause instanceof RangeError)
    assert.equal(error.cause.message, 'nobody catches this')
    return true
  })
  assert.equal(await pool.run('echo', 'goes on'), 'goes on')
})

test('a thread that takes too much memory ends alone', async (t) => {
  const resourceLimits = { maxOldGenerationSizeMb: 16 }
  const pool = openPool(t, { ...QUICK, resourceLimits })
  await assert.rejects(pool.run('fillMemory'), (/** @type {any} */ error) => {
    assert.equal(error.code, 'ERR_VELOCY_POOL_CRASHED')
    assert.equal(error.cause.code, 'ERR_WORKER_OUT_OF_MEMORY')
    return true
  })
  assert.equal(await pool.run('echo', 'goes on'), 'goes on')
})

test('tasks that wait behind a crash are run by the next thread', async (t) => {
  const pool = openPool(t, QUICK)
  const { cells, begun, letGo } = makeCells()
  const exits = pool.run('holdAndExit', cells)
  const bytes = new Uint8Array(8)
  const options = { transfer: [bytes.buffer] }
  const behind = [pool.run('echo', 1), pool.run('echo', bytes, options)]
  await begun()
  letGo()
  await assert.rejects(exits, { code: 'ERR_VELOCY_POOL_CRASHED' })
  assert.deepEqual(await Promise.all(behind), [1, new Uint8Array(8)])
})

test('an answer just before a crash is not lost', async (t) => {
  const pool = openPool(t, QUICK)
  await pool.start()
  const { cells } = makeCells()
  const answer = pool.run('answerAndExit', cells)
  // Our event loop turns when both have happened, or will have for sure.
  Atomics.wait(cells, 0, 0)
  Atomics.wait(cells, 1, 0, 100)
  assert.equal(await answer, 'answered')
})

test('after a crash, no thread is started during the pause', async (t) => {
  const pool = openPool(t, { threads: 2, restartDelay: 60_000 })
  await pool.start()
  await assert.rejects(pool.run('exit', 1))
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  await begun()
  const waiting = pool.run('echo', 1)
  // Another pool's thread starts meanwhile, so this one's could have, too.
  assert.equal(await openPool(t).run('echo', 2), 2)
  assert.equal(pool.stats().waiting, 1)
  letGo()
  assert.deepEqual(await Promise.all([held, waiting]), ['held', 1])
})

test('a module that cannot be loaded fails all, and says why', async (t) => {
  const gone = new URL('apps/nothing.js', import.meta.url)
  const pool = new WorkerPool(gone, { threads: 2, restartDelay: 60_000 })
  t.after(() => pool.destroy())
  const expected = (/** @type {any} */ error) => {
    assert.equal(error.code, 'ERR_VELOCY_POOL_START')
    assert.equal(error.status, 503)
    assert.match(error.message, /nothing\.js/)
    assert.match(error.cause.message, /Cannot find module/)
    return true
  }
  await assert.rejects(pool.start(), expected)
  await assert.rejects(pool.run('echo'), expected)
  assert.equal(pool.stats().waiting, 0)
})
