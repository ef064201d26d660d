import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Pool } = await import(new URL(file, import.meta.url).href)

/** @param {number} size */
function pool(size) {
  let connected = 0
  const store = { isDown: false }
  const it = new Pool(async () => {
    if (store.isDown) throw new Error('connection refused')
    return { id: ++connected }
  }, size)
  /** Which client each callback got. @type {Record<string, number>} */
  const got = {}
  /** @type {Record<string, PromiseWithResolvers<string>>} */
  const open = {}
  /** How each call of `use` ended, as far as it has. @type {Record<string, string>} */
  const ends = {}
  /** @param {string} name of a callback that ends when the test says so */
  const ask = (name) => {
    const work = (/** @type {{ id: number }} */ client) => {
      got[name] = client.id
      open[name] = Promise.withResolvers()
      return open[name].promise
    }
    it.use(work).then(
      (/** @type {string} */ result) => {
        ends[name] = result
      },
      (/** @type {any} */ error) => {
        ends[name] = error.message
      },
    )
  }
  return { use: it.use.bind(it), ask, got, open, ends, store }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const broken = new Error('syntax error')

test('callbacks share the clients, and wait in line', async () => {
  const { ask, got, open, ends } = pool(2)
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  await turn()
  assert.deepEqual(got, { a: 1, b: 2 })
  open.b.resolve('B')
  await turn()
  assert.deepEqual(got, { a: 1, b: 2, c: 2 })
  assert.deepEqual(ends, { b: 'B' })
})

test('a callback that rejects gives its client back', async () => {
  const { ask, got, open, ends } = pool(1)
  ask('a')
  await turn()
  open.a.reject(broken)
  await turn()
  ask('b')
  await turn()
  assert.deepEqual(got, { a: 1, b: 1 })
  assert.deepEqual(ends, { a: 'syntax error' })
})

test('a callback that throws at once does so, too', async () => {
  const { use, ask, got } = pool(1)
  const thrown = use(() => {
    throw broken
  })
  await assert.rejects(thrown, broken)
  ask('a')
  await turn()
  assert.deepEqual(got, { a: 1 })
})

test('after an error, the next in line gets the client', async () => {
  const { ask, got, open, ends } = pool(1)
  for (const name of ['a', 'b', 'c']) ask(name)
  await turn()
  open.a.reject(broken)
  await turn()
  assert.deepEqual(got, { a: 1, b: 1 })
  open.b.resolve('B')
  await turn()
  assert.deepEqual(got, { a: 1, b: 1, c: 1 })
  assert.deepEqual(ends, { a: 'syntax error', b: 'B' })
})

test('a client is not lent again before its callback is done', async () => {
  const { ask, got, open } = pool(2)
  ask('a')
  ask('b')
  await turn()
  open.a.reject(broken)
  await turn()
  for (const name of ['c', 'd']) ask(name)
  await turn()
  assert.deepEqual(got, { a: 1, b: 2, c: 1 })
})

test('an error makes room for one, not for two', async () => {
  const { ask, got, open } = pool(1)
  ask('a')
  await turn()
  open.a.reject(broken)
  await turn()
  for (const name of ['b', 'c', 'd']) ask(name)
  await turn()
  assert.deepEqual(Object.keys(got), ['a', 'b'])
})

test('a connection that fails takes no room', async () => {
  const { ask, got, ends, store } = pool(1)
  store.isDown = true
  ask('a')
  await turn()
  assert.deepEqual(ends, { a: 'connection refused' })
  store.isDown = false
  ask('b')
  await turn()
  assert.deepEqual(got, { b: 1 })
})

test('after a connection that fails, the next in line tries', async () => {
  const { ask, got, ends, store } = pool(1)
  store.isDown = true
  ask('a')
  ask('b')
  ask('c')
  await turn()
  assert.deepEqual(ends, {
    a: 'connection refused',
    b: 'connection refused',
    c: 'connection refused',
  })
  store.isDown = false
  ask('d')
  await turn()
  assert.deepEqual(got, { d: 1 })
})
