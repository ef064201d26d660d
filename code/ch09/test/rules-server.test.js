import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'
import { request } from './support.js'

const { createServer, Router } = await library('lib/index.js')

/**
 * @param {import('node:test').TestContext} t
 * @param {any} router
 */
async function serve(t, router) {
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: '127.0.0.1', port: server.address().port }
}

/** @param {any} req @param {any} res */
const echo = (req, res) => res.json({ ...req.params })

test('a wildcard over a socket', async (t) => {
  const router = new Router().get('/files/*path', echo)
  const app = await serve(t, router)
  const found = await request(app, '/files/a%20b/c?d=/e')
  assert.deepEqual(JSON.parse(found.text), { path: 'a b/c' })
  assert.equal((await request(app, '/files')).status, 404)
  assert.equal((await request(app, '/files/%zz')).status, 400)
  const other = await request(app, '/files/x', { method: 'DELETE' })
  assert.equal(other.status, 405)
  assert.equal(other.headers.allow, 'GET, HEAD, OPTIONS')
})

test('req.path tells an escaped slash from a slash', async (t) => {
  const router = new Router().get(
    '/files/*path',
    (/** @type {any} */ req, /** @type {any} */ res) => {
      const segments = req.path.split('/').slice(2).map(decodeURIComponent)
      res.json([req.params.path, segments])
    },
  )
  const app = await serve(t, router)
  const one = await request(app, '/files/%61%2fb/c')
  assert.deepEqual(JSON.parse(one.text), ['a/b/c', ['a/b', 'c']])
  const two = await request(app, '/files/a/b/c')
  assert.deepEqual(JSON.parse(two.text), ['a/b/c', ['a', 'b', 'c']])
})

test('options hold over a socket, for every method', async (t) => {
  const router = new Router({ caseSensitive: false, strictSlash: false })
  router.get('/Users/:id', echo).put('/users/:id/', echo)
  const app = await serve(t, router)
  const found = await request(app, '/USERS/Ada/')
  assert.deepEqual(JSON.parse(found.text), { id: 'Ada' })
  const put = await request(app, '/users/Bo', { method: 'PUT' })
  assert.deepEqual(JSON.parse(put.text), { id: 'Bo' })
  const { headers } = await request(app, '/uSers/x', { method: 'DELETE' })
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS, PUT')
})

test('a path of 4,000 segments is answered', async (t) => {
  const router = new Router().get('/:a/:b', echo).get('/*rest', echo)
  const app = await serve(t, router)
  const path = '/x'.repeat(4000)
  const { status, text } = await request(app, path)
  assert.equal(status, 200)
  assert.equal(JSON.parse(text).rest, path.slice(1))
})
