import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { FairQueue } = await import(new URL(file, import.meta.url).href)

/**
 * @param {string} name
 * @param {number} steps
 * @param {string[]} log
 */
function* job(name, steps, log) {
  for (let step = 1; step <= steps; step++) {
    log.push(`${name}${step}`)
    yield
  }
  return name
}

test('a job returns what its generator returns', async () => {
  assert.equal(await new FairQueue().run(job('a', 3, [])), 'a')
})

test('jobs take turns, step by step', async () => {
  /** @type {string[]} */
  const log = []
  const queue = new FairQueue()
  await Promise.all([queue.run(job('a', 3, log)), queue.run(job('b', 2, log))])
  assert.deepEqual(log, ['a1', 'b1', 'a2', 'b2', 'a3'])
})

test('a job that comes later joins in', async () => {
  /** @type {string[]} */
  const log = []
  const queue = new FairQueue()
  const long = queue.run(job('a', 20, log))
  while (log.length < 4) await new Promise((done) => setImmediate(done))
  await queue.run(job('b', 2, log))
  await long
  const last = log.indexOf('b2')
  assert.ok(last < 12, `b2 came at place ${last} of ${log.join(' ')}`)
})

/**
 * How often the event loop comes around while something is done.
 *
 * @param {() => Promise<unknown>} work
 */
async function turnsDuring(work) {
  let turns = 0
  let isOver = false
  function turn() {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

test('between two steps the event loop has its turn', async () => {
  const turns = await turnsDuring(() => new FairQueue().run(job('a', 30, [])))
  assert.ok(turns >= 25, `got ${turns} turns in 30 steps`)
})

test('also between the steps of two jobs, however many there are', async () => {
  const queue = new FairQueue()
  const turns = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 10 }, (_, i) => queue.run(job(`${i}.`, 10, []))),
    ),
  )
  assert.ok(turns >= 90, `got ${turns} turns in 100 steps of 10 jobs`)
})

test('a job that throws harms no other', async () => {
  const queue = new FairQueue()
  function* broken() {
    yield
    throw new Error('out of luck')
  }
  const failed = assert.rejects(queue.run(broken()), /out of luck/)
  assert.equal(await queue.run(job('b', 3, [])), 'b')
  await failed
  assert.equal(await queue.run(job('c', 1, [])), 'c')
})
