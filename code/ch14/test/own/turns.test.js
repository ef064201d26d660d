import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from '../library.js'

/** @type {typeof import('../../lib/cluster/turns.js')} */
const { Turns } = await library('lib/cluster/turns.js')
/** @type {typeof import('../../lib/cluster/rounds.js')} */
const { Rounds } = await library('lib/cluster/rounds.js')

test('tasks have their turns, one after the other, also behind one that fails', async () => {
  const turns = new Turns()
  /** @type {string[]} */
  const events = []
  const task = (/** @type {string} */ name) => async () => {
    events.push(`${name} begins`)
    await new Promise(setImmediate)
    events.push(`${name} ends`)
    if (name === 'second') throw Error(name)
    return name
  }
  const results = await Promise.allSettled(
    ['first', 'second', 'third'].map((name) => turns.take(task(name))),
  )
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    events,
    ['first', 'second', 'third'].flatMap((name) => [
      `${name} begins`,
      `${name} ends`,
    ]),
  )
})

/** A task that ends when it is told to. */
function slowTask() {
  /** @type {PromiseWithResolvers<number>[]} */
  const runs = []
  const task = () => {
    const run = /** @type {PromiseWithResolvers<number>} */ (
      Promise.withResolvers()
    )
    runs.push(run)
    return run.promise
  }
  return { runs, rounds: new Rounds(task) }
}

test('who asks while it runs gets the next round, and all of them one', async () => {
  const { runs, rounds } = slowTask()
  const first = rounds.ask()
  const others = [rounds.ask(), rounds.ask()]
  assert.equal(runs.length, 1)
  runs[0].resolve(1)
  assert.equal(await first, 1)
  await new Promise(setImmediate)
  assert.equal(runs.length, 2)
  const third = rounds.ask()
  runs[1].resolve(2)
  assert.deepEqual(await Promise.all(others), [2, 2])
  await new Promise(setImmediate)
  assert.equal(runs.length, 3)
  runs[2].resolve(3)
  assert.equal(await third, 3)
})

test('one that fails ends its round only', async () => {
  const { runs, rounds } = slowTask()
  const first = rounds.ask()
  const second = rounds.ask()
  runs[0].reject(Error('first'))
  await assert.rejects(first, { message: 'first' })
  await new Promise(setImmediate)
  runs[1].resolve(2)
  assert.equal(await second, 2)
  rounds.ask()
  assert.equal(runs.length, 3)
})

test('who asks as soon as the first has ended shares the next', async () => {
  const { runs, rounds } = slowTask()
  const asked = rounds.ask().then(() => rounds.ask())
  const next = rounds.ask()
  runs[0].resolve(1)
  await new Promise(setImmediate)
  assert.equal(runs.length, 2)
  runs[1].resolve(2)
  assert.deepEqual(await Promise.all([asked, next]), [2, 2])
})
