import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { library } from './library.js'
import { request, startApp } from './support.js'

const { createServer, Router } = await library('lib/index.js')

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

test('/bench/:name answers its name and the id of the query', async () => {
  const { status, headers, text } = await request(app, '/bench/velocy?id=42')
  assert.equal(status, 200)
  assert.match(headers['content-type'], /^application\/json/)
  assert.deepEqual(JSON.parse(text), { name: 'velocy', id: '42' })
})

test('/bench/:name is one segment that is not empty', async () => {
  for (const path of ['/bench', '/bench/', '/bench/a/b', '/bench/a/']) {
    assert.equal((await request(app, path)).status, 404, path)
  }
})

test('a route with a parameter has HEAD and OPTIONS, and refuses others', async () => {
  const head = await request(app, '/bench/a', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  const options = await request(app, '/bench/a', { method: 'OPTIONS' })
  assert.equal(options.status, 204)
  const post = await request(app, '/bench/a', { method: 'POST' })
  assert.equal(post.status, 405)
  for (const { headers } of [options, post]) {
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
  }
})

test('a handler finds its own parameters in req.params', async () => {
  const router = new Router()
    .get('/users/:id', (/** @type {any} */ req, /** @type {any} */ res) =>
      res.json(['id', req.params]),
    )
    .get(
      '/users/:user/posts',
      (/** @type {any} */ req, /** @type {any} */ res) =>
        res.json(['posts', req.params]),
    )
    .get('/users/me', (/** @type {any} */ req, /** @type {any} */ res) =>
      res.json(['me', req.params]),
    )
  const server = createServer(router).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const own = { host: '127.0.0.1', port: server.address().port }
    const answers = ['/users/42?x=1', '/users/me/posts', '/users/me'].map(
      async (path) => JSON.parse((await request(own, path)).text),
    )
    assert.deepEqual(await Promise.all(answers), [
      ['id', { id: '42' }],
      ['posts', { user: 'me' }],
      ['me', {}],
    ])
  } finally {
    server.close()
    await once(server, 'close')
  }
})

test('OPTIONS * is no request for the path /', async () => {
  const router = new Router().all(
    '/',
    (/** @type {any} */ _req, /** @type {any} */ res) => res.text('root'),
  )
  const server = createServer(router).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const own = { host: '127.0.0.1', port: server.address().port }
    const options = { method: 'OPTIONS' }
    assert.equal((await request(own, '/', options)).text, 'root')
    assert.equal((await request(own, '*', options)).status, 204)
  } finally {
    server.close()
    await once(server, 'close')
  }
})
