import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { makeCells, openPool } from './pools.js'
import { within } from './support.js'

test('a task that is aborted before it begins is never done', async (t) => {
  const pool = openPool(t)
  const blocking = makeCells()
  const first = pool.run('hold', blocking.cells)
  await blocking.begun()
  const { cells } = makeCells()
  const controller = new AbortController()
  const { signal } = controller
  const second = pool.run('hold', cells, { signal })
  const third = pool.run('echo', 3)
  controller.abort()
  await assert.rejects(second, { name: 'AbortError' })
  assert.equal(pool.stats().waiting, 1)
  blocking.letGo()
  assert.deepEqual(await Promise.all([first, third]), ['held', 3])
  assert.equal(cells[0], 0)
})

test('a signal that is aborted already, and its reason', async (t) => {
  const pool = openPool(t)
  const reason = new Error('too late')
  const signal = AbortSignal.abort(reason)
  await assert.rejects(pool.run('echo', 1, { signal }), reason)
  assert.equal(pool.stats().threads, 0)
})

for (const task of ['heed', 'heedLater']) {
  test(`a task that has begun is told to stop (${task})`, async (t) => {
    const pool = openPool(t)
    const { cells, begun, stopped } = makeCells()
    const controller = new AbortController()
    const { signal } = controller
    const aborted = pool.run(task, cells, { signal })
    await begun()
    controller.abort(new Error('enough'))
    await assert.rejects(aborted, { message: 'enough' })
    await stopped()
    assert.equal(await pool.run('isAborted'), false)
    assert.equal(pool.stats().crashes, 0)
  })
}

test('one that does not stop is ended with its thread', async (t) => {
  const pool = openPool(t, { grace: 1 })
  const { cells, begun } = makeCells()
  const controller = new AbortController()
  const { signal } = controller
  const endless = pool.run('neverEnd', cells, { signal })
  await begun()
  const waiting = pool.run('echo', 'at last')
  controller.abort()
  await assert.rejects(endless, { name: 'AbortError' })
  assert.equal(await within(waiting, 'a new thread', 20_000), 'at last')
  assert.equal(pool.stats().crashes, 0)
})

test('a signal may be a time limit, and waiting counts', async (t) => {
  const pool = openPool(t)
  const { cells, letGo } = makeCells()
  const first = pool.run('hold', cells)
  const signal = AbortSignal.timeout(20)
  await assert.rejects(pool.run('echo', 1, { signal }), {
    name: 'TimeoutError',
  })
  letGo()
  assert.equal(await first, 'held')
})

test('signals are let go when a task is over', async (t) => {
  const pool = openPool(t, { maxQueue: 1 })
  const { signal } = new AbortController()
  await pool.run('echo', 1, { signal })
  await assert.rejects(pool.run('fail', 'type', { signal }))
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('a thread with an abort under way gets no further task', async (t) => {
  const pool = openPool(t, { threads: 2 })
  await pool.start()
  const { cells, begun } = makeCells()
  const controller = new AbortController()
  const { signal } = controller
  const endless = pool.run('neverEnd', cells, { signal })
  await begun()
  controller.abort()
  await assert.rejects(endless)
  const all = Array.from({ length: 50 }, (_, i) => pool.run('echo', i))
  assert.equal((await within(Promise.all(all), 'all others')).length, 50)
})
