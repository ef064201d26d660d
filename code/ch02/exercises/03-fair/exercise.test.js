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

test('between two steps the event loop has its turn', async () => {
  /** @type {string[]} */
  const log = []
  let turns = 0
  let isOver = false
  function turn() {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await new FairQueue().run(job('a', 30, log))
  isOver = true
  assert.ok(turns >= 25, `got ${turns} turns in 30 steps`)
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
