import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { createLine } = await import(new URL(file, import.meta.url).href)

/** @param {number} size @param {number} queue */
function line(size, queue) {
  const run = createLine({ size, queue })
  /** @type {string[]} */
  const started = []
  /** @type {Record<string, PromiseWithResolvers<string>>} */
  const open = {}
  /** How each ended, as far as it has. @type {Record<string, string>} */
  const ends = {}
  /** @param {string} name @param {AbortSignal} [signal] */
  const ask = (name, signal) => {
    const start = () => {
      started.push(name)
      open[name] = Promise.withResolvers()
      return open[name].promise
    }
    run(start, signal && { signal }).then(
      (/** @type {string} */ result) => {
        ends[name] = result
      },
      (/** @type {any} */ error) => {
        ends[name] = error?.code ?? String(error)
      },
    )
  }
  return { run, ask, started, open, ends }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('as many run at once as may, and the others wait', async () => {
  const { ask, started } = line(2, 9)
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  await turn()
  assert.deepEqual(started, ['a', 'b'])
})

test('when one has ended, the first in line is next', async () => {
  const { ask, started, open, ends } = line(1, 9)
  for (const name of ['a', 'b', 'c']) ask(name)
  await turn()
  open.a.resolve('A')
  await turn()
  assert.deepEqual(started, ['a', 'b'])
  assert.deepEqual(ends, { a: 'A' })
})

test('one that fails makes room as well', async () => {
  const { ask, started, open, ends } = line(1, 9)
  ask('a')
  ask('b')
  await turn()
  open.a.reject('broken')
  await turn()
  assert.deepEqual(ends, { a: 'broken' })
  assert.deepEqual(started, ['a', 'b'])
})

test('so does one that throws at once', async () => {
  const { run, ask, started } = line(1, 9)
  const broken = run(() => {
    throw new Error('broken')
  })
  await assert.rejects(broken, /broken/)
  ask('a')
  await turn()
  assert.deepEqual(started, ['a'])
})

test('nobody who comes in between jumps the line', async () => {
  const { ask, started, open } = line(1, 9)
  ask('a')
  ask('b')
  await turn()
  open.a.promise.then(() => ask('c'))
  open.a.resolve('A')
  await turn()
  assert.deepEqual(started, ['a', 'b'])
  open.b.resolve('B')
  await turn()
  assert.deepEqual(started, ['a', 'b', 'c'])
})

test('the line has an end', async () => {
  const { ask, started, ends } = line(1, 2)
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  await turn()
  assert.deepEqual(ends, { d: 'FULL' })
  assert.deepEqual(started, ['a'])
})

test('a line of no length takes what can run at once', async () => {
  const { ask, started, ends } = line(1, 0)
  ask('a')
  ask('b')
  await turn()
  assert.deepEqual(started, ['a'])
  assert.deepEqual(ends, { b: 'FULL' })
})

test('one that leaves the line is not started, and makes room', async () => {
  const { ask, started, open, ends } = line(1, 1)
  const leaving = new AbortController()
  ask('a')
  ask('b', leaving.signal)
  await turn()
  leaving.abort('gone home')
  await turn()
  assert.deepEqual(ends, { b: 'gone home' })
  ask('c')
  open.a.resolve('A')
  await turn()
  assert.deepEqual(started, ['a', 'c'])
})

test('one that has left before is not started', async () => {
  const { ask, started, ends } = line(1, 1)
  ask('a', AbortSignal.abort('gone home'))
  await turn()
  assert.deepEqual(started, [])
  assert.deepEqual(ends, { a: 'gone home' })
})

test('once started, its signal is not looked at', async () => {
  const { ask, open, ends } = line(1, 1)
  const late = new AbortController()
  ask('a')
  ask('b', late.signal)
  await turn()
  open.a.resolve('A')
  await turn()
  late.abort('too late')
  await turn()
  assert.deepEqual(ends, { a: 'A' })
  open.b.resolve('B')
  await turn()
  assert.deepEqual(ends, { a: 'A', b: 'B' })
})

test('it leaves no listener behind', async () => {
  const { ask, open } = line(1, 1)
  const { signal } = new AbortController()
  let listeners = 0
  const { addEventListener, removeEventListener } = signal
  Object.assign(signal, {
    /** @param {Parameters<typeof addEventListener>} args */
    addEventListener(...args) {
      listeners++
      return Reflect.apply(addEventListener, signal, args)
    },
    /** @param {Parameters<typeof removeEventListener>} args */
    removeEventListener(...args) {
      listeners--
      return Reflect.apply(removeEventListener, signal, args)
    },
  })
  ask('a')
  ask('b', signal)
  await turn()
  assert.equal(listeners, 1)
  open.a.resolve('A')
  await turn()
  open.b.resolve('B')
  await turn()
  assert.equal(listeners, 0)
})
