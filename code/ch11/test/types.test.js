import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { library } from './library.js'
import { request } from './support.js'

/** @import { Middleware, Router as Typed, ServerOptions } from '../lib/index.js' */

// What is said here of types, TypeScript checks: it complains of an expected
// error that there is not, too.

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

test('options are no handler, and TypeScript knows that', () => {
  const router = new Router()
  const error = { code: 'ERR_VELOCY_BAD_HANDLER' }
  // @ts-expect-error: there is no handler.
  assert.throws(() => router.post('/a', { bodyLimit: 1 }), error)
  // @ts-expect-error: there is none here, either.
  assert.throws(() => router.add('POST', '/a', { bodyLimit: 1 }), error)
  const layer = () => {}
  router.post('/a', { bodyLimit: 1 }, layer, layer, layer, (req) => req.path)
  router.add('PROPFIND', '/a', { bodyLimit: 1 }, layer, (req) => req.path)
  assert.deepEqual(router.allowed('/a'), ['OPTIONS', 'POST', 'PROPFIND'])
})

/** @typedef {{ user: string }} User */

test('a router that needs a user is mounted where there is one', () => {
  /** @type {Middleware<User>} */
  const authenticate = (req) => {
    req.user = 'aya'
  }
  /** @type {Typed<User, User>} */
  const child = new Router()
  child.get('/', (req) => req.user.length)
  const app = new Router().use(authenticate).mount('/a', child)
  app.group('/group', (group) => group.mount('/b', child))
  new Router().mount('/app', app)
  assert.equal(app.find('GET', '/group/b')?.route.path, '/group/b')
  // @ts-expect-error: nothing adds a user.
  new Router().mount('/a', child)
  // @ts-expect-error: nor does anything here.
  assert.ok(createServer(child))
})

test('each layer of a route knows what those before it have added', () => {
  /** @type {Middleware<{ a: 1 }>} */
  const a = () => {}
  /** @type {Middleware<{ b: 2 }, { a: 1 }>} */
  const b = () => {}
  /** @type {Middleware<{ c: 3 }, { a: 1, b: 2 }>} */
  const c = () => {}
  /** @type {Middleware<{ d: 4 }, { c: 3 }>} */
  const d = () => {}
  const router = new Router()
  router.get('/three', a, b, c, (req) => [req.a, req.b, req.c])
  router.get('/four', a, b, c, d, (req) => [req.a, req.b, req.c, req.d])
  router.get('/two', { bodyLimit: 1 }, a, b, (req) => [req.a, req.b])
  const limit = { bodyLimit: 1 }
  router.get('/limited', limit, a, b, c, (req) => [req.a, req.b, req.c])
  // @ts-expect-error: nothing has added what b needs.
  router.get('/one', b, (req) => req.b)
  assert.deepEqual(router.methods(), ['GET', 'HEAD', 'OPTIONS'])
})

test('the options of a server have a type with a name', () => {
  const router = new Router()
  /** @type {ServerOptions} */
  const options = { closeTimeout: 0 }
  assert.ok(createServer(router, options))
  const error = { code: 'ERR_VELOCY_BAD_OPTION' }
  // @ts-expect-error: a time is a number.
  assert.throws(() => createServer(router, { closeTimeout: '0' }), error)
})

test('a router offers what it is made for, and not its insides', () => {
  const router = new Router().get('/a', () => 'a')
  assert.equal(router.find('GET', '/a')?.route.path, '/a')
  assert.deepEqual(router.methods(), ['GET', 'HEAD', 'OPTIONS'])
  // @ts-expect-error: these are for its scopes and hooks.
  void [router.rules, router.scopeOf, router.answerMiss]
})

test('node:http takes handle as a listener, and so does TypeScript', async () => {
  const router = new Router().get('/a', (_req, res) => res.end('here'))
  const server = http.createServer(router.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  try {
    const answer = await request({ host: '127.0.0.1', port }, '/a')
    assert.equal(answer.text, 'here')
  } finally {
    server.close()
  }
})
