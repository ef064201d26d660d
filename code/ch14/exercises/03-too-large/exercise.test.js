import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Watcher } = await import(new URL(file, import.meta.url).href)

/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

const OLD = 60_000

/** A watcher whose replacements end when the test says so. */
function watch() {
  /** @type {number[]} */
  const replaced = []
  /** @type {((error?: Error) => void)[]} */
  const ends = []
  const limits = { maxMemory: 100, leastAge: 10_000 }
  const watcher = new Watcher(limits, (/** @type {number} */ id) => {
    replaced.push(id)
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(undefined)))
    })
  })
  /** @param {number} id @param {number} memory @param {number} [age] */
  const hear = (id, memory, age = OLD) => watcher.heard({ id, memory, age })
  /** Ends the replacement at hand. @param {Error} [error] */
  async function end(error) {
    ends.shift()?.(error)
    await settle()
  }
  return { replaced, hear, end }
}

test('a worker that is too large is replaced', () => {
  const { replaced, hear } = watch()
  hear(1, 99)
  hear(2, 100)
  hear(3, 101)
  assert.deepEqual(replaced, [3])
})

test('a young one stays, however large it is', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 500, 9_999)
  assert.deepEqual(replaced, [])
  hear(1, 500, 10_000)
  assert.deepEqual(replaced, [1])
  await end()
  hear(1, 500, 1_000)
  await settle()
  assert.deepEqual(replaced, [1])
})

test('one that keeps reporting is replaced once', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 101)
  hear(1, 102)
  hear(1, 103)
  await settle()
  assert.deepEqual(replaced, [1])
  await end()
  assert.deepEqual(replaced, [1])
})

test('they are replaced one at a time, the largest first', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 101)
  hear(2, 150)
  hear(3, 300)
  hear(4, 200)
  await settle()
  assert.deepEqual(replaced, [1])
  await end()
  assert.deepEqual(replaced, [1, 3])
  await end()
  assert.deepEqual(replaced, [1, 3, 4])
  await end()
  await end()
  assert.deepEqual(replaced, [1, 3, 4, 2])
})

test('the latest report counts', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 101)
  hear(2, 300)
  hear(3, 150)
  hear(2, 90)
  await end()
  assert.deepEqual(replaced, [1, 3])
})

test('one that does not start holds up nobody, and is tried again', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 101)
  hear(2, 102)
  await end(new Error('no database'))
  assert.deepEqual(replaced, [1, 2])
  await end()
  assert.deepEqual(replaced, [1, 2])
  hear(1, 103)
  await settle()
  assert.deepEqual(replaced, [1, 2, 1])
})

test('a replaced place is watched again', async () => {
  const { replaced, hear, end } = watch()
  hear(1, 101)
  await end()
  hear(1, 50)
  hear(1, 101)
  await settle()
  assert.deepEqual(replaced, [1, 1])
})
