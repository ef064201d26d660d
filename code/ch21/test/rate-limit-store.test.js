import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { inject } from './serving.js'

const { Router } = await library('lib/index.js')
const { rateLimit } = await library('lib/middleware/index.js')

const TAKEN = { isTaken: true, remaining: 1, wait: 20_000 }

/** @param {object} options */
function machine(options) {
  const router = new Router({ onError: () => {} })
  router.use(
    rateLimit({ limit: 3, window: 60_000, by: () => 'otto', ...options }),
  )
  router.get('/', () => 'hello')
  return async () => inject(router, { path: '/' })
}

/** A store for several machines, which counts to three. */
function counter() {
  /** @type {any[][]} */
  const asked = []
  const take = async (/** @type {any[]} */ ...args) => {
    asked.push(args)
    return { ...TAKEN, isTaken: asked.length <= 3 }
  }
  return { asked, take }
}

test('machines that have a store count together', async () => {
  const store = counter()
  const machines = [machine({ store }), machine({ store })]
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await machines[i % 2]()).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
})

test('a store is asked for the key, the limit and the window', async () => {
  const store = counter()
  const { status, headers } = await machine({ store, name: 'login' })()
  assert.equal(status, 200)
  assert.deepEqual(store.asked, [['login otto', 3, 60_000]])
  assert.equal(headers.get('ratelimit'), '"login";r=1;t=20')
})

test('while the store is away, each machine counts by itself', async () => {
  const store = counter()
  const { take } = store
  store.take = () => Promise.reject(new Error('away'))
  const machines = [machine({ store }), machine({ store })]
  const statuses = []
  for (let i = 0; i < 8; i++) statuses.push((await machines[i % 2]()).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
  store.take = take
  assert.equal((await machines[0]()).status, 200)
})

test('a store may let nobody in while it is away', async () => {
  const refusal = { isTaken: false, remaining: 0, wait: 1000 }
  const store = { take: async () => refusal }
  const { status, headers } = await machine({ store })()
  assert.equal(status, 429)
  assert.equal(headers.get('retry-after'), '1')
})

test('a store without `take` is refused at once', () => {
  assert.throws(() => machine({ store: { get() {} } }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /store/,
  })
})
