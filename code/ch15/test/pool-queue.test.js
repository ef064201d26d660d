import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCells, openPool } from './pools.js'
import { within } from './support.js'

/** @param {any} pool a pool of one thread, which is busy from now on */
async function occupy(pool) {
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  await begun()
  return { held, letGo }
}

test('a task for which there is no room is refused at once', async (t) => {
  const pool = openPool(t, { maxQueue: 2 })
  const { held, letGo } = await occupy(pool)
  const waiting = [pool.run('echo', 1), pool.run('echo', 2)]
  await assert.rejects(pool.run('echo', 3), {
    code: 'ERR_VELOCY_POOL_FULL',
    status: 503,
    expose: false,
  })
  assert.equal(pool.stats().waiting, 2)
  letGo()
  assert.deepEqual(await Promise.all([held, ...waiting]), ['held', 1, 2])
})

test('those who wait for room come in one by one', async (t) => {
  const pool = openPool(t, { maxQueue: 2 })
  const { letGo } = await occupy(pool)
  /** @type {number[]} */
  const inside = []
  const all = Array.from({ length: 50 }, async (_, i) => {
    await pool.room()
    inside.push(i)
    return pool.run('echo', i)
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(inside, [0, 1])
  letGo()
  const expected = Array.from({ length: 50 }, (_, i) => i)
  assert.deepEqual(await Promise.all(all), expected)
  assert.deepEqual(inside, expected)
})

test('somebody may give up waiting for room', async (t) => {
  const pool = openPool(t, { maxQueue: 1 })
  const { letGo } = await occupy(pool)
  const waiting = pool.run('echo', 1)
  const controller = new AbortController()
  const first = pool.room({ signal: controller.signal })
  const second = pool.room()
  controller.abort()
  await assert.rejects(first, { name: 'AbortError' })
  letGo()
  await within(second, 'the one behind')
  await waiting
})

test('tasks of one key run in one thread, in their order', async (t) => {
  const pool = openPool(t, { threads: 3 })
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const threads = await Promise.all(
    keys.map(async (key) => {
      const all = await Promise.all(
        Array.from({ length: 5 }, () => pool.run('thread', 0, { key })),
      )
      const [first, ...others] = new Set(all)
      assert.equal(others.length, 0)
      return first
    }),
  )
  assert.ok(new Set(threads).size > 1)
})

test('a task of a key waits for its thread, others pass', async (t) => {
  const pool = openPool(t, { threads: 2 })
  await pool.start()
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells, { key: 'a' })
  await begun()
  let isDone = false
  const same = pool.run('echo', 1, { key: 'a' }).then(() => {
    isDone = true
  })
  await Promise.all(Array.from({ length: 20 }, () => pool.run('echo')))
  assert.equal(isDone, false)
  letGo()
  await Promise.all([held, same])
})

test('what was given ahead to a busy thread, an idle one does', async (t) => {
  const pool = openPool(t, { threads: 2 })
  await pool.start()
  // Both learn that tasks are short.
  await Promise.all(Array.from({ length: 900 }, () => pool.run('echo')))
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells)
  const behind = Array.from({ length: 100 }, (_, i) => pool.run('echo', i))
  await begun()
  await within(Promise.all(behind), 'those behind it')
  letGo()
  assert.equal(await held, 'held')
})

test('it does so even if others wait for the busy one', async (t) => {
  const pool = openPool(t, { threads: 2 })
  await pool.start()
  await Promise.all(Array.from({ length: 900 }, () => pool.run('echo')))
  const { cells, begun, letGo } = makeCells()
  const held = pool.run('hold', cells, { key: 'a' })
  const behind = Array.from({ length: 100 }, (_, i) => pool.run('echo', i))
  const own = Array.from({ length: 300 }, (_, i) =>
    pool.run('echo', i, { key: 'a' }),
  )
  await begun()
  await within(Promise.all(behind), 'those behind it')
  letGo()
  assert.equal(await held, 'held')
  assert.equal((await Promise.all(own)).length, 300)
})
