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
    message: 'The thread that did exit ended with code 3',
  })
  assert.equal((await crash).how, 'ended with code 3')
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

test('what it had not begun, and what was done, is not lost', async (t) => {
  const pool = openPool(t, QUICK)
  // It learns that these are short, and is given many at once.
  await Promise.all(Array.from({ length: 500 }, () => pool.run('echo')))
  const { cells, begun, letGo } = makeCells()
  const before = [pool.run('echo', 1), pool.run('echo', 2)]
  const exits = pool.run('holdAndExit', cells)
  const behind = Array.from({ length: 20 }, (_, i) => pool.run('echo', i))
  await begun()
  assert.ok(pool.stats().running > 1, 'it was given some that wait')
  letGo()
  await assert.rejects(exits, { code: 'ERR_VELOCY_POOL_CRASHED' })
  assert.deepEqual(await Promise.all(before), [1, 2])
  assert.deepEqual(
    await Promise.all(behind),
    Array.from({ length: 20 }, (_, i) => i),
  )
})

test('what is given away is not given ahead: a crash cannot take it', async (t) => {
  const pool = openPool(t, QUICK)
  const { cells, begun, letGo } = makeCells()
  const exits = pool.run('holdAndExit', cells)
  await begun()
  const bytes = new Uint8Array(8)
  const given = pool.run('echo', bytes, { transfer: [bytes.buffer] })
  letGo()
  await assert.rejects(exits, { code: 'ERR_VELOCY_POOL_CRASHED' })
  // It had not been handed over, so it was not lost.
  assert.equal((await given).length, 8)
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
  await assert.rejects(pool.run('echo', 1, { key: 'a' }), expected)
  assert.equal(pool.stats().waiting, 0)
})
