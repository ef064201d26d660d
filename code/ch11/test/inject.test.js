import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { serve, velocy } from './serving.js'
import { request } from './support.js'

/** @type {typeof import('../lib/testing/inject.js')} */
const { inject } = await library('lib/testing/inject.js')

const { Router, VelocyError, createServer } = velocy

/** @param {import('../lib/index.js').Router} router */
function addRoutes(router) {
  router.use(async (_req, res, next) => {
    await next()
    res.setHeader('x-layer', 'yes')
  })
  router.get('/text', () => 'olá')
  router.get('/json', ({ query }) => ({ page: query.get('page') }))
  router.get('/bytes', () => new Uint8Array([0, 255, 10]))
  router.get('/empty', (_req, res) => {
    res.statusCode = 204
    return ''
  })
  router.get('/cookies', (_req, res) => {
    res.setHeader('set-cookie', ['a=1', 'b=2'])
    return 'two'
  })
  router.get('/stream', async function* () {
    yield 'one, '
    yield 'two'
  })
  router.get('/list', ({ headers }) => headers['x-list'] ?? 'none')
  router.get('/address', ({ socket }) => socket.remoteAddress ?? 'none')
  router.get('/refused', () => {
    throw new VelocyError('ERR_SHOP_CLOSED', 'closed', { status: 403 })
  })
  router.get('/broken', () => {
    throw new Error('secret')
  })
  router.post('/echo', { bodyLimit: 20 }, async (req, res) => {
    res.setHeader('content-type', req.headers['content-type'] ?? 'none')
    return req.text()
  })
  router.post('/value', async (req) => ({ got: await req.json() }))
}

/** @type {(Parameters<typeof inject>[1] & object)[]} */
const requests = [
  { path: '/text' },
  { path: '/text', method: 'HEAD' },
  { path: '/text', method: 'DELETE' },
  { path: '/text', method: 'OPTIONS' },
  { path: '*', method: 'OPTIONS' },
  { path: '/json?page=2' },
  { path: '/bytes' },
  { path: '/empty' },
  { path: '/cookies' },
  { path: '/stream' },
  { path: '/stream', method: 'HEAD' },
  { path: '/list', headers: { 'x-list': ['a', 'b'] } },
  { path: '/address' },
  { path: '/nowhere' },
  { path: '/%zz' },
  { path: '/refused' },
  { path: '/broken' },
  { path: '/echo', method: 'POST' },
  { path: '/echo', method: 'POST', body: 'olá' },
  { path: '/echo', method: 'POST', body: new Uint8Array([97, 98]) },
  { path: '/echo', method: 'POST', body: 'x'.repeat(21) },
  { path: '/echo', method: 'POST', body: 'x'.repeat(500_000) },
  { path: '/value', method: 'POST', body: '{"a":' },
]

test('inject gives the answers that a client on a socket gets', async () => {
  const app = await serve(addRoutes, { onError: () => {} })
  for (const given of requests) {
    const { path, ...options } = given
    const what = `${options.method ?? 'GET'} ${path}`
    const sent = await request(app, path, /** @type {any} */ (options))
    const injected = await inject(app.router, given)
    assert.equal(injected.status, sent.status, what)
    assert.equal(injected.statusText, sent.reason, what)
    const headers = Object.fromEntries(injected.headers)
    const expected = { ...sent.headers }
    for (const fields of [headers, expected]) delete fields.date
    if (path === '/cookies') {
      assert.deepEqual(injected.headers.getSetCookie(), ['a=1', 'b=2'])
      delete headers['set-cookie']
      delete expected['set-cookie']
    }
    assert.deepEqual(headers, expected, what)
    assert.deepEqual(Buffer.from(await injected.arrayBuffer()), sent.body, what)
  }
})

test('a path is enough, and json is sent as such', async () => {
  const router = new Router()
  addRoutes(router)
  assert.equal(await (await inject(router, '/text')).text(), 'olá')
  const json = { name: 'Aya', list: [1, null] }
  const value = await inject(router, { method: 'POST', path: '/value', json })
  assert.deepEqual(await value.json(), { got: json })
  const type = 'application/vnd.gym+json'
  const headers = { 'content-type': type }
  const echo = { method: 'POST', path: '/echo', json: null, headers }
  const echoed = await inject(router, echo)
  assert.equal(echoed.headers.get('content-type'), type)
  assert.equal(await echoed.text(), 'null')
})

test('inject asks a server with options of its own, too', async () => {
  const router = new Router().get('/', () => 'done')
  const server = createServer(router, { keepAliveTimeout: 1000 })
  for (let i = 0; i < 2; i++) {
    assert.equal(await (await inject(server, '/')).text(), 'done')
  }
})

test('hooks have been told when inject resolves', async () => {
  /** @type {(string | undefined)[]} */
  const told = []
  const onSent = (/** @type {any} */ { url }) => void told.push(url)
  const router = new Router({ onSent }).get('/', () => 'done')
  await inject(router, '/')
  assert.deepEqual(told, ['/'])
})

test('an answer that never comes is an error that says so', async () => {
  const router = new Router().get('/', () => {})
  await assert.rejects(inject(router, { path: '/', timeout: 50 }), {
    code: 'ERR_VELOCY_NO_ANSWER',
    message: /^GET \/: got no answer in 50 ms, expected .* return/,
  })
})

test('half an answer is an error', async () => {
  const router = new Router({ onError: () => {} }).get('/', async function* () {
    yield 'half'
    throw new Error('broken')
  })
  await assert.rejects(inject(router, '/'), { code: 'ECONNRESET' })
})

test('what is no request is refused', async () => {
  const router = new Router()
  const code = 'ERR_VELOCY_BAD_OPTION'
  for (const [given, message] of /** @type {[any, RegExp][]} */ ([
    [{ path: '/', verb: 'GET' }, /^inject: got an option 'verb', expected/],
    [7, /^inject: got 7, expected an object/],
  ])) {
    await assert.rejects(inject(router, given), { code, message })
  }
  await assert.rejects(inject(/** @type {any} */ ({}), '/'), { code })
  const object = { path: '/', body: /** @type {any} */ ({ a: 1 }) }
  await assert.rejects(inject(router, object), TypeError)
})
