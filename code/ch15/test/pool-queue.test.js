import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCells, openPool } from './pools.js'

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

test('tasks begin in the order in which they came', async (t) => {
  const pool = openPool(t)
  const { held, letGo } = await occupy(pool)
  /** @type {number[]} */
  const done = []
  const all = Array.from({ length: 50 }, async (_, i) => {
    done.push(await pool.run('echo', i))
  })
  letGo()
  await Promise.all([held, ...all])
  assert.deepEqual(
    done,
    Array.from({ length: 50 }, (_, i) => i),
  )
})
