import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { inPieces } = await import(new URL(file, import.meta.url).href)

/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/**
 * A pool whose tasks end when the test says so.
 *
 * @param {number} below
 * @param {number} pieces
 */
function started(below, pieces) {
  const got = {
    /** @type {{ from: number, to: number }[]} */
    ranges: [],
    /** @type {AbortSignal[]} */
    signals: [],
    /** @type {PromiseWithResolvers<number>[]} */
    tasks: [],
    /** @type {unknown} */
    result: 'nothing yet',
  }
  const run = (/** @type {any} */ range, /** @type {any} */ options) => {
    const task = Promise.withResolvers()
    got.ranges.push(range)
    got.signals.push(options?.signal)
    got.tasks.push(task)
    return task.promise
  }
  const settled = (/** @type {unknown} */ result) => {
    got.result = result
  }
  inPieces(run, below, pieces).then(settled, (/** @type {Error} */ error) =>
    settled(error.message),
  )
  return got
}

test('each number is in one piece, and no piece is too large', () => {
  for (const [below, pieces] of [
    [12, 4],
    [10, 4],
    [9, 6],
    [7, 1],
    [1000, 7],
  ]) {
    const { ranges } = started(below, pieces)
    const sorted = ranges.toSorted((a, b) => a.from - b.from)
    const all = `${below} in ${pieces}: ${JSON.stringify(sorted)}`
    assert.ok(sorted.length <= pieces, all)
    let next = 0
    for (const { from, to } of sorted) {
      assert.equal(from, next, all)
      assert.ok(to - from <= Math.ceil(below / pieces), all)
      next = to
    }
    assert.equal(next, below, all)
  }
})

test('there are no empty pieces', async () => {
  const few = started(2, 8)
  assert.deepEqual(
    few.ranges.map(({ from, to }) => to - from),
    [1, 1],
  )
  const none = started(0, 4)
  await settle()
  assert.deepEqual(none.ranges, [])
  assert.equal(none.result, 0)
})

test('all pieces are begun at once, and the counts are added', async () => {
  const pool = started(40, 4)
  assert.equal(pool.tasks.length, 4)
  for (const [i, count] of [7, 0, 5, 30].entries()) {
    pool.tasks[i].resolve(count)
  }
  await settle()
  assert.equal(pool.result, 42)
})

test('it does not matter which piece is done first', async () => {
  const pool = started(30, 3)
  assert.equal(pool.tasks.length, 3)
  for (const i of [2, 0, 1]) {
    assert.equal(pool.result, 'nothing yet')
    pool.tasks[i].resolve(i + 1)
    await settle()
  }
  assert.equal(pool.result, 6)
})

test('if one piece fails, the others are told to stop', async () => {
  const pool = started(30, 3)
  assert.equal(pool.tasks.length, 3)
  const [first, , last] = pool.signals
  assert.deepEqual([first?.aborted, last?.aborted], [false, false])
  pool.tasks[1].reject(new Error('out of memory'))
  await settle()
  assert.equal(pool.result, 'out of memory')
  assert.deepEqual([first.aborted, last.aborted], [true, true])
  // As a pool's promises do when their signal is aborted.
  for (const { reject } of pool.tasks) reject(new Error('aborted'))
  await settle()
  assert.equal(pool.result, 'out of memory')
})

test('if all goes well, nothing is aborted', async () => {
  const pool = started(30, 3)
  assert.equal(pool.tasks.length, 3)
  for (const { resolve } of pool.tasks) resolve(1)
  await settle()
  assert.equal(pool.result, 3)
  assert.ok(pool.signals.every((signal) => signal?.aborted === false))
})
