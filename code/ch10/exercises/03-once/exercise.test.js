import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { createServer, Router, VelocyError } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { placeOnce } = await import(new URL(file, import.meta.url).href)

/** @type {unknown[]} */
let placed
/** @type {() => Promise<void>} what an order waits for */
let gate
/** How many requests there have been. */
let arrived = 0

/** @type {import('node:http').Server} */
let server
before(async () => {
  const router = new Router({ onError: () => {} })
  router.post('/orders', (req) => {
    arrived++
    return handler(req)
  })
  server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

/** @type {(req: any) => unknown} */
let handler
beforeEach(() => {
  placed = []
  arrived = 0
  gate = async () => {}
  handler = placeOnce(place, { most: 2 })
})

/** @param {any} req */
async function place(req) {
  const order = await req.json()
  const number = placed.push(order)
  await gate()
  return { number }
}

/**
 * @param {string | null} key
 * @param {object} [order]
 * @returns {Promise<[status: number, text: string]>}
 */
async function ask(key, order = { bags: 1 }) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const response = await fetch(`http://127.0.0.1:${port}/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'idempotency-key': key }),
    },
    body: JSON.stringify(order),
  })
  return [response.status, await response.text()]
}

test('an order that comes again is placed once, and has its answer', async () => {
  const first = await ask('a')
  assert.deepEqual(first, [200, '{"number":1}'])
  assert.deepEqual(await ask('a'), first)
  assert.deepEqual(placed, [{ bags: 1 }])
})

test('another key is another order', async () => {
  await ask('a')
  assert.deepEqual(await ask('b'), [200, '{"number":2}'])
})

test('without a key nothing is placed', async () => {
  assert.equal((await ask(null))[0], 400)
  assert.equal((await ask(''))[0], 400)
  assert.deepEqual(placed, [])
})

test('a key with another body is a 422, and the first stays', async () => {
  await ask('a')
  assert.equal((await ask('a', { bags: 9 }))[0], 422)
  assert.deepEqual(placed, [{ bags: 1 }])
  assert.deepEqual(await ask('a'), [200, '{"number":1}'])
})

test('those that come at once are placed once', async () => {
  const { promise, resolve } = Promise.withResolvers()
  gate = () => promise
  const all = Promise.all([ask('a'), ask('a'), ask('a')])
  while (arrived < 3) await new Promise((turn) => setImmediate(turn))
  gate = async () => {}
  // When this one has been placed, the others have been read long since.
  await ask('b', { bags: 2 })
  resolve(undefined)
  const answers = (await all).map(String)
  assert.deepEqual(placed, [{ bags: 1 }, { bags: 2 }])
  assert.deepEqual(new Set(answers), new Set(['200,{"number":1}']))
})

test('what failed is tried again', async () => {
  gate = async () => {
    throw new VelocyError('ERR_SHOP_BUSY', 'Later', { status: 503 })
  }
  assert.deepEqual(
    (await Promise.all([ask('a'), ask('a')])).map(([status]) => status),
    [503, 503],
  )
  gate = async () => {}
  const before = placed.length
  assert.equal((await ask('a'))[0], 200)
  assert.equal(placed.length, before + 1, 'the failure was remembered')
})

test('only the newest keys are remembered', async () => {
  for (const key of ['a', 'b', 'c']) await ask(key)
  assert.deepEqual(await ask('b'), [200, '{"number":2}'])
  assert.deepEqual(await ask('c'), [200, '{"number":3}'])
  assert.deepEqual(await ask('a'), [200, '{"number":4}'], 'it was remembered')
})
