import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'
import { request } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

test('onError is not told of an error that blames the request', async (t) => {
  /** @type {unknown[]} */
  const errors = []
  const router = new Router({ onError: (error) => errors.push(error) })
  router.get('/status', () => {
    throw Object.assign(new Error('secret'), { status: 409, expose: true })
  })
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const app = { host: '127.0.0.1', port }
  assert.equal((await request(app, '/status')).status, 409)
  assert.deepEqual(errors, [])
})
