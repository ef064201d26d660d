import assert from 'node:assert/strict'
import { once } from 'node:events'
import https from 'node:https'
import { test } from 'node:test'
import { library } from './library.js'
import { inject, listen } from './serving.js'
import { request, within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { health, leave } = await library('lib/observe/health.js')

// A key that both have needs no certificate, which would have to be renewed.
const PSK = { ciphers: 'PSK', maxVersion: /** @type {const} */ ('TLSv1.2') }
const KEY = Buffer.alloc(16, 1)

/** @param {any} [checks] */
function routes(checks) {
  const router = new Router()
  router.get('/ready', health(checks))
  router.get('/sky', () => 'clear')
  return router
}

test('a server is ready when all of its checks are true', async () => {
  let isWarm = false
  const router = routes({ warm: () => isWarm, sober: () => true })
  const cold = await inject(router, '/ready')
  assert.equal(cold.status, 503)
  assert.deepEqual(await cold.json(), { ready: false, failed: ['warm'] })
  isWarm = true
  const warm = await inject(router, '/ready')
  assert.equal(warm.status, 200)
  assert.deepEqual(await warm.json(), { ready: true, failed: [] })
  assert.equal(warm.headers.get('cache-control'), 'no-store')
})

test('a check that returns a promise has failed', async () => {
  const answer = await inject(routes({ store: async () => true }), '/ready')
  assert.deepEqual(await answer.json(), { ready: false, failed: ['store'] })
})

test('a check that throws makes the server unready', async () => {
  const router = new Router({ onError() {} })
  const fail = () => {
    throw new Error('no such file')
  }
  router.get('/ready', health({ fail }))
  assert.equal((await inject(router, '/ready')).status, 500)
})

test('what cannot be a check, or a delay, is refused', async () => {
  const code = 'ERR_VELOCY_BAD_OPTION'
  assert.throws(() => health({ warm: true }), { code })
  await assert.rejects(leave(createServer(routes()), -1), { code })
  await assert.rejects(leave(createServer(routes()), 2 ** 31), { code })
})

test('a server that leaves says so, and answers until its delay is over', async (t) => {
  const server = createServer(routes())
  const at = await listen(t, server)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const left = leave(server, 60_000)
  assert.equal((await request(at, '/sky')).text, 'clear')
  const { status, text } = await request(at, '/ready')
  assert.equal(status, 503)
  assert.deepEqual(JSON.parse(text), { ready: false, failed: ['leaving'] })
  t.mock.timers.tick(59_999)
  assert.equal(server.listening, true)
  t.mock.timers.tick(1)
  await within(left, 'the server to close')
  assert.equal(server.listening, false)
})

test('other servers of the process stay ready', async (t) => {
  const router = routes()
  const server = createServer(router)
  await listen(t, server)
  await leave(server, 0)
  const at = await listen(t, createServer(router))
  assert.equal((await request(at, '/ready')).status, 200)
})

test('a server with TLS that leaves says so, too', async (t) => {
  const server = createServer(routes(), {
    tls: { ...PSK, pskCallback: () => KEY },
  })
  const { port, host } = await listen(t, server)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const left = leave(server, 1000)
  const pskCallback = () => ({ psk: KEY, identity: 'test' })
  const options = { ...PSK, pskCallback, checkServerIdentity: () => undefined }
  const asked = https.get({
    port,
    host,
    path: '/ready',
    agent: false,
    ...options,
  })
  const [response] = await once(asked, 'response')
  assert.equal(response.statusCode, 503)
  response.resume()
  await once(response, 'end')
  t.mock.timers.tick(1000)
  await within(left, 'the server to close')
})
