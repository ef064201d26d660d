import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { library } from './library.js'
import { within } from './support.js'

const { Pool } = await library('lib/data/pool.js')

/**
 * A store in memory, which knows its clients, and can be down or slow.
 */
class FakeStore {
  /** @type {{ lose?: () => void }[]} */
  clients = []
  attempts = 0
  connecting = 0
  /** How many attempts there were at once, at most. */
  most = 0
  isDown = false
  /** @type {Promise<void> | undefined} what connecting waits for */
  gate

  /** @param {Record<string, unknown>} [options] */
  pool(options) {
    return new Pool({
      connect: () => this.#connect(),
      close: (/** @type {any} */ client) => this.#close(client),
      watch(/** @type {any} */ client, /** @type {() => void} */ lost) {
        client.lose = lost
      },
      ...options,
    })
  }

  async #connect() {
    this.attempts++
    this.most = Math.max(this.most, ++this.connecting)
    await (this.gate ?? turn())
    this.connecting--
    if (this.isDown) throw new Error('connection refused')
    const client = {}
    this.clients.push(client)
    return client
  }

  /** @param {any} client */
  async #close(client) {
    await turn()
    const place = this.clients.indexOf(client)
    assert.notEqual(place, -1, 'a client is closed once')
    this.clients.splice(place, 1)
  }
}

/** A callback that holds its client until it is told to end. */
function hold() {
  const started = Promise.withResolvers()
  /** @type {PromiseWithResolvers<unknown>} */
  const end = Promise.withResolvers()
  /** @param {any} client @param {AbortSignal} signal */
  const work = (client, signal) => {
    started.resolve({ client, signal })
    return end.promise
  }
  return { work, started: started.promise, end }
}

/** @param {any} pool @param {number} count how many callers hold a client */
async function occupy(pool, count) {
  const holds = Array.from({ length: count }, hold)
  const uses = holds.map(({ work }) => pool.use(work))
  await Promise.all(holds.map(({ started }) => started))
  return {
    holds,
    async free() {
      for (const { end } of holds) end.resolve(undefined)
      await Promise.allSettled(uses)
    },
  }
}

const code = (/** @type {string} */ reason) => ({
  code: `ERR_VELOCY_POOL_${reason}`,
  status: 503,
  headers: { 'retry-after': '1' },
})

/** @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await turn()
}

/**
 * A clock for the pool's limits that only the test moves. Between two attempts
 * to connect, the pool waits by the real one.
 *
 * @param {import('node:test').TestContext} t
 */
function stopClock(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return t.mock.timers
}

/** @param {() => number} attempts that fail: the third is 30 ms after the first */
async function threeOf(attempts) {
  const start = performance.now()
  await until(() => attempts() >= 3)
  const time = performance.now() - start
  assert.ok(time > 25, `three attempts in ${time} ms`)
}

test('a client is opened when a caller needs one, and used again', async () => {
  const store = new FakeStore()
  const pool = store.pool()
  assert.equal(store.attempts, 0)
  const first = await pool.use((/** @type {any} */ client) => client)
  const second = await pool.use(async (/** @type {any} */ client) => client)
  assert.equal(first, second)
  assert.deepEqual(pool.stats, { open: 1, idle: 1, busy: 0, waiting: 0 })
  await pool.close()
  assert.deepEqual(store.clients, [])
})

test('there are never more clients than size', async () => {
  const store = new FakeStore()
  const pool = store.pool({ size: 3 })
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await turn()
    inside--
  }
  await Promise.all(Array.from({ length: 50 }, () => pool.use(work)))
  assert.equal(most, 3)
  assert.equal(store.attempts, 3)
  assert.equal(store.most, 1)
  await pool.close()
})

test('callers get a client in the order in which they came', async () => {
  const pool = new FakeStore().pool({ size: 1 })
  const { free } = await occupy(pool, 1)
  /** @type {number[]} */
  const order = []
  const uses = [1, 2, 3, 4].map((i) => pool.use(() => order.push(i)))
  assert.equal(pool.stats.waiting, 4)
  await free()
  await Promise.all(uses)
  assert.deepEqual(order, [1, 2, 3, 4])
  await pool.close()
})

test('a callback that throws gives its client back', async () => {
  const store = new FakeStore()
  const pool = store.pool({ size: 1 })
  for (const work of [
    () => {
      throw new TypeError('at once')
    },
    () => Promise.reject(new TypeError('later')),
  ]) {
    await assert.rejects(pool.use(work), TypeError)
    assert.deepEqual(pool.stats, { open: 1, idle: 1, busy: 0, waiting: 0 })
  }
  assert.equal(store.attempts, 1)
  await pool.close()
})

test('a full queue refuses, also with no client open yet', async () => {
  const pool = new FakeStore().pool({ size: 2, queue: 1 })
  const uses = [1, 2, 3].map((i) => pool.use(() => turn(i)))
  await assert.rejects(pool.use(turn), {
    ...code('FULL'),
    message: 'Got more than 3 callers at once (size 2, queue 1)',
  })
  assert.deepEqual(await Promise.all(uses), [1, 2, 3])
  await pool.close()
})

test('a queue of 0 takes callers while there are free places', async () => {
  const pool = new FakeStore().pool({ size: 1, queue: 0 })
  const first = pool.use(() => turn('first'))
  await assert.rejects(pool.use(turn), code('FULL'))
  assert.equal(await first, 'first')
  assert.equal(await pool.use(() => 'second'), 'second')
  await pool.close()
})

test('waiting has an end', async (t) => {
  const clock = stopClock(t)
  const pool = new FakeStore().pool({ size: 1, wait: 10 })
  const { free } = await occupy(pool, 1)
  const use = pool.use(turn)
  clock.tick(10)
  await assert.rejects(use, (/** @type {any} */ error) => {
    assert.equal(error.code, code('WAIT').code)
    assert.equal('cause' in error, false)
    return true
  })
  assert.equal(pool.stats.waiting, 0)
  await free()
  assert.equal(await pool.use(() => 'served'), 'served')
  await pool.close()
})

test('a caller who leaves while waiting is not served', async () => {
  const pool = new FakeStore().pool({ size: 1 })
  const { free } = await occupy(pool, 1)
  const leaving = new AbortController()
  const { signal } = leaving
  let isServed = false
  const left = pool.use(() => (isServed = true), { signal })
  const next = pool.use(() => 'next')
  // In the same turn, a client becomes free: it must not be lost.
  leaving.abort(new Error('left'))
  await free()
  await assert.rejects(left, { message: 'left' })
  assert.equal(await next, 'next')
  assert.equal(isServed, false)
  await assert.rejects(pool.use(turn, { signal }), { message: 'left' })
  assert.deepEqual(pool.stats, { open: 1, idle: 1, busy: 0, waiting: 0 })
  await pool.close()
})

test("the caller's signal reaches the callback, which decides", async () => {
  const pool = new FakeStore().pool({ size: 1 })
  const leaving = new AbortController()
  const { work, started, end } = hold()
  const use = pool.use(work, { signal: leaving.signal })
  const { signal } = await started
  leaving.abort(new Error('left'))
  assert.equal(signal.reason.message, 'left')
  assert.equal(pool.stats.busy, 1)
  end.resolve('rolled back')
  assert.equal(await use, 'rolled back')
  assert.equal(pool.stats.idle, 1)
  await pool.close()
})

test('a callback that takes too long loses its client', async (t) => {
  const clock = stopClock(t)
  const store = new FakeStore()
  const pool = store.pool({ size: 1, timeout: 10 })
  const { work, started, end } = hold()
  const use = pool.use(work)
  const next = pool.use((/** @type {any} */ client) => client)
  const { client, signal } = await started
  clock.tick(10)
  await assert.rejects(use, code('TIMEOUT'))
  assert.equal(signal.reason.code, code('TIMEOUT').code)
  assert.notEqual(await next, client)
  assert.equal(store.clients.includes(client), false)
  // What the callback says afterwards is not heard, and no unhandled rejection.
  end.reject(new Error('late'))
  await turn()
  await pool.close()
})

test('a client that is lost while idle is not lent again', async () => {
  const store = new FakeStore()
  const pool = store.pool()
  const first = await pool.use((/** @type {any} */ client) => client)
  first.lose()
  first.lose()
  await until(() => store.clients.length === 0)
  assert.deepEqual(pool.stats, { open: 0, idle: 0, busy: 0, waiting: 0 })
  const second = await pool.use((/** @type {any} */ client) => client)
  assert.notEqual(first, second)
  await pool.close()
})

test('a client that is lost while busy goes when its callback ends', async () => {
  const store = new FakeStore()
  const pool = store.pool({ size: 1 })
  const { holds, free } = await occupy(pool, 1)
  const { client } = await holds[0].started
  client.lose()
  const next = pool.use((/** @type {any} */ one) => one)
  assert.equal(pool.stats.busy, 1)
  await free()
  assert.notEqual(await next, client)
  assert.equal(store.clients.includes(client), false)
  await pool.close()
})

test('a client that is lost at once is a failed attempt', async (t) => {
  const clock = stopClock(t)
  const store = new FakeStore()
  const pool = store.pool({
    wait: 30,
    watch: (/** @type {any} */ _, /** @type {() => void} */ lost) => lost(),
  })
  const use = pool.use(turn)
  await threeOf(() => store.attempts)
  clock.tick(30)
  await assert.rejects(use, (/** @type {any} */ error) => {
    assert.equal(error.code, code('WAIT').code)
    assert.match(error.cause.message, /gone at once/)
    return true
  })
  await pool.close()
  assert.deepEqual(store.clients, [])
})

test('while the store is down, one attempt at a time, then all are served', async () => {
  const store = new FakeStore()
  store.isDown = true
  const pool = store.pool({ size: 10, wait: 5000 })
  const uses = Array.from({ length: 100 }, (_, i) => pool.use(() => i))
  await until(() => store.attempts === 3)
  assert.equal(store.most, 1)
  assert.equal(pool.stats.waiting, 100)
  store.isDown = false
  const served = await within(Promise.all(uses), 'all to be served')
  assert.deepEqual(served, [...Array(100).keys()])
  assert.equal(store.most, 1)
  await pool.close()
})

test('who has waited in vain learns why none could be opened', async (t) => {
  const clock = stopClock(t)
  const store = new FakeStore()
  store.isDown = true
  const pool = store.pool({ wait: 30 })
  const use = pool.use(turn)
  await threeOf(() => store.attempts)
  clock.tick(30)
  await assert.rejects(use, (/** @type {any} */ error) => {
    assert.equal(error.code, code('WAIT').code)
    assert.equal(error.cause.message, 'connection refused')
    return true
  })
  await pool.close()
})

test('a connect without a client is a failed attempt', async (t) => {
  const clock = stopClock(t)
  let attempts = 0
  const connect = () => {
    attempts++
    return turn()
  }
  const pool = new FakeStore().pool({ wait: 30, connect })
  const use = pool.use(turn)
  await threeOf(() => attempts)
  clock.tick(30)
  await assert.rejects(use, (/** @type {any} */ error) => {
    assert.equal(error.code, code('WAIT').code)
    assert.equal(error.cause.message, 'connect() resolved to undefined')
    return true
  })
  assert.equal(pool.stats.open, 0)
  await pool.close()
})

test('connecting has an end, and a client that comes later is closed', async (t) => {
  const clock = stopClock(t)
  const store = new FakeStore()
  const gate = Promise.withResolvers()
  store.gate = gate.promise
  const pool = store.pool({ wait: 50, timeout: 10 })
  const use = pool.use(turn)
  clock.tick(10)
  await until(() => store.attempts === 2)
  clock.tick(40)
  await assert.rejects(use, (/** @type {any} */ error) => {
    assert.equal(error.cause.code, code('TIMEOUT').code)
    return true
  })
  gate.resolve(undefined)
  store.gate = undefined
  await until(() => store.connecting === 0)
  await until(() => store.clients.length <= pool.stats.open)
  assert.equal(await pool.use(() => 'served'), 'served')
  await until(() => store.clients.length === pool.stats.open)
  await pool.close()
  assert.deepEqual(store.clients, [])
})

test('a client whose caller has gone meanwhile is kept for the next', async (t) => {
  const clock = stopClock(t)
  const store = new FakeStore()
  const gate = Promise.withResolvers()
  store.gate = gate.promise
  const pool = store.pool({ wait: 10 })
  const use = pool.use(turn)
  clock.tick(10)
  await assert.rejects(use, code('WAIT'))
  gate.resolve(undefined)
  await until(() => pool.stats.idle === 1)
  await pool.use(turn)
  assert.equal(store.attempts, 1)
  await pool.close()
})

test('close waits for what runs, and refuses the rest', async () => {
  const store = new FakeStore()
  const pool = store.pool({ size: 2 })
  await Promise.all([pool.use(turn), pool.use(turn)])
  const { work, started, end } = hold()
  const use = pool.use(work)
  await started
  const second = hold()
  const other = pool.use(second.work)
  await second.started
  const waiting = pool.use(turn)
  let isClosed = false
  const closing = pool.close().then(() => (isClosed = true))
  await assert.rejects(waiting, code('CLOSED'))
  await assert.rejects(pool.use(turn), code('CLOSED'))
  second.end.resolve('other')
  assert.equal(await other, 'other')
  await turn()
  assert.equal(isClosed, false)
  end.resolve('done')
  assert.equal(await use, 'done')
  await within(closing, 'close')
  assert.deepEqual(store.clients, [])
  assert.deepEqual(pool.stats, { open: 0, idle: 0, busy: 0, waiting: 0 })
  await pool.close()
})

test('close while connecting leaves no client behind', async () => {
  const store = new FakeStore()
  const gate = Promise.withResolvers()
  store.gate = gate.promise
  const pool = store.pool()
  const use = pool.use(turn)
  const closing = pool.close()
  await assert.rejects(use, code('CLOSED'))
  gate.resolve(undefined)
  await within(closing, 'close')
  assert.equal(store.attempts, 1)
  assert.deepEqual(store.clients, [])
})

test('close while the store is down does not wait for it', async () => {
  const store = new FakeStore()
  store.isDown = true
  const pool = store.pool()
  const use = pool.use(turn)
  const refused = assert.rejects(use, code('CLOSED'))
  await until(() => store.attempts === 2)
  await within(pool.close(), 'close')
  await refused
})

test('a client that does not close holds neither close nor the others', async (t) => {
  const clock = stopClock(t)
  const pool = new FakeStore().pool({
    timeout: 20,
    close: () => new Promise(() => {}),
  })
  await pool.use(turn)
  const closing = pool.close()
  clock.tick(20)
  await closing
})

test('options are checked', () => {
  const connect = async () => ({})
  const close = () => {}
  for (const [options, message] of /** @type {const} */ ([
    [undefined, /connect: undefined/],
    [{ connect }, /close: undefined/],
    [{ connect, close, size: 0 }, /size: 0, expected an integer from 1/],
    [{ connect, close, wait: '1s' }, /wait: '1s'/],
    [{ connect, close, max: 10 }, /an option 'max', expected one of/],
  ])) {
    assert.throws(() => new Pool(options), {
      code: 'ERR_VELOCY_BAD_OPTION',
      message,
    })
  }
})
