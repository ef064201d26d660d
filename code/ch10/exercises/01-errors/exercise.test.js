import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { createServer, Router, VelocyError } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { errorsOf } = await import(new URL(file, import.meta.url).href)

/** @type {unknown[]} the messages of what was logged */
let logged = []
const bug = new TypeError('the database is at 10.0.0.7, and has no coffee')
const broken = new VelocyError('ERR_SHOP_FILE', 'cannot open /srv/stock.json')

const router = new Router({ onError: errorsOf(log) })
  .post('/orders', async (req) => req.json())
  .get('/sold-out', () => {
    const code = 'ERR_SHOP_SOLD_OUT'
    throw new VelocyError(code, 'No bags are left', { status: 409 })
  })
  .get('/roasting', () => {
    const options = { status: 503, expose: true }
    throw new VelocyError('ERR_SHOP_ROASTING', 'Back at noon', options)
  })
  .get('/warehouse', () => {
    // What a client such as axios throws: the status is somebody else's.
    throw Object.assign(new Error('GET http://10.0.0.7: 404'), { status: 404 })
  })
  .get('/bug', () => {
    throw bug
  })
  .get('/broken', async () => {
    throw broken
  })
  .get('/nothing', () => {
    throw null
  })

/** @param {any} error @returns {number} as an array's push does */
function log(error) {
  return logged.push(error?.message ?? error)
}

/** @type {import('node:http').Server} */
let server
before(async () => {
  server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  logged = []
})

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const type = response.headers.get('content-type')
  const text = await response.text()
  assert.equal(type, 'application/json', text)
  return { status: response.status, ...JSON.parse(text) }
}

const INTERNAL = { code: 'ERR_INTERNAL', message: 'Internal Server Error' }

test('an error that may be told is told', async () => {
  const error = { code: 'ERR_SHOP_SOLD_OUT', message: 'No bags are left' }
  assert.deepEqual(await ask('/sold-out'), { status: 409, error })
  assert.deepEqual(logged, [], 'the client is to blame, not we')
})

test('so are those of the router and of bodies', async () => {
  const { status, error } = await ask('/nowhere')
  assert.deepEqual([status, error.code], [404, 'ERR_VELOCY_NOT_FOUND'])
  const headers = { 'content-type': 'application/json' }
  const bad = await ask('/orders', { method: 'POST', headers, body: '{"a":}' })
  assert.deepEqual([bad.status, bad.error.code], [400, 'ERR_VELOCY_BAD_JSON'])
  assert.match(bad.error.message, /line 1, column 6/)
  assert.deepEqual(logged, [])
})

test('whether it may be told is not a question of the status', async () => {
  const error = { code: 'ERR_SHOP_ROASTING', message: 'Back at noon' }
  assert.deepEqual(await ask('/roasting'), { status: 503, error })
  assert.deepEqual(logged, [])
  assert.deepEqual(await ask('/warehouse'), { status: 500, error: INTERNAL })
  assert.equal(logged.length, 1)
})

test('a bug is our secret, and the log has it', async () => {
  assert.deepEqual(await ask('/bug'), { status: 500, error: INTERNAL })
  assert.deepEqual(logged, [bug.message])
})

test('so is an error with a code that may not be told', async () => {
  assert.deepEqual(await ask('/broken'), { status: 500, error: INTERNAL })
  assert.deepEqual(logged, [broken.message])
})

test('whatever is thrown has an answer', async () => {
  assert.deepEqual(await ask('/nothing'), { status: 500, error: INTERNAL })
  assert.deepEqual(logged, [null])
})
