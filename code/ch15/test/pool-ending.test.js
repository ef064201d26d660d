import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { library } from './library.js'
import { makeCells, TASKS } from './pools.js'
import { within } from './support.js'

const { WorkerPool } = await library('lib/workers/index.js')

/** @param {string} how a program of test/apps/ending.js */
async function run(how) {
  const program = fileURLToPath(new URL('apps/ending.js', import.meta.url))
  const args = [program, how]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [status]] = await within(
    Promise.all([text(child.stdout), once(child, 'exit')]),
    'the program to end by itself',
    20_000,
  )
  assert.equal(status, 0)
  return output
}

test('close() waits for all tasks, and takes no more', async () => {
  const pool = new WorkerPool(TASKS, { threads: 1 })
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  const waiting = pool.run('echo', 1)
  await begun()
  const closed = pool.close()
  assert.equal(pool.close(), closed)
  const gone = { code: 'ERR_VELOCY_POOL_CLOSED', status: 503 }
  await assert.rejects(pool.run('echo', 2), gone)
  await assert.rejects(pool.start(), gone)
  letGo()
  await within(closed, 'the end of the pool', 20_000)
  assert.deepEqual(await Promise.all([held, waiting]), ['held', 1])
  assert.equal(pool.stats().threads, 0)
})

test('destroy() ends everything in the middle', async () => {
  const pool = new WorkerPool(TASKS, { threads: 1 })
  const { cells, begun } = makeCells()
  const all = [
    pool.run('neverEnd', cells),
    pool.run('echo', 1),
    pool.run('echo', 2),
  ]
  const results = Promise.allSettled(all)
  await begun()
  await within(pool.destroy(), 'the end of the pool', 20_000)
  for (const result of await results) {
    assert.ok(result.status === 'rejected')
    assert.equal(result.reason.code, 'ERR_VELOCY_POOL_CLOSED')
  }
  assert.equal(pool.stats().threads, 0)
})

test('a pool may be destroyed while it starts', async () => {
  const pool = new WorkerPool(TASKS, { threads: 2 })
  const started = pool.start()
  const waiting = pool.run('echo', 1)
  await Promise.all([
    assert.rejects(started, { code: 'ERR_VELOCY_POOL_START' }),
    assert.rejects(waiting, { code: 'ERR_VELOCY_POOL_CLOSED' }),
    within(pool.destroy(), 'the end of the pool', 20_000),
  ])
})

test('destroy() does not wait for what close() waits for', async () => {
  const pool = new WorkerPool(TASKS, { threads: 1 })
  const { cells, begun } = makeCells()
  const endless = pool.run('neverEnd', cells)
  await begun()
  const closed = pool.close()
  await Promise.all([
    assert.rejects(endless, { code: 'ERR_VELOCY_POOL_CLOSED' }),
    within(pool.destroy(), 'destroy()', 20_000),
  ])
  await within(closed, 'close()')
})

test('a pool is closed at the end of its block', async () => {
  let outside
  {
    await using pool = new WorkerPool(TASKS, { threads: 1 })
    outside = pool
    assert.equal(await pool.run('echo', 1), 1)
  }
  await assert.rejects(outside.run('echo'), { code: 'ERR_VELOCY_POOL_CLOSED' })
})

test('a thread ends as a process does, with its last words', async () => {
  const { cells } = makeCells()
  const pool = new WorkerPool(TASKS, { threads: 1 })
  await pool.run('sayGoodbye', cells)
  await pool.close()
  assert.equal(cells[0], 1)
})

test('an idle pool does not hold the process, a busy one does', async () => {
  assert.equal(await run('idle'), 'done\n')
})

test('a pool that waits for a new thread holds the process', async () => {
  assert.equal(await run('crash'), 'ERR_VELOCY_POOL_CRASHED\ndone\n')
})
