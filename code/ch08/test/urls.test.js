import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { library } from './library.js'
import { parseResponses, rawRequest, request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

/** @param {string} target */
const get = (target) => request(app, target)

/**
 * Sends a target as it is, byte for byte.
 *
 * @param {...string} targets
 */
async function statuses(...targets) {
  const heads = targets.map(
    (target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`,
  )
  const bytes = await rawRequest(app.port, heads.join(''), {
    responses: targets.length,
  })
  return parseResponses(bytes).map(({ status }) => status)
}

test('a bad escape in a path is answered with 400', async () => {
  for (const target of [
    '/bench/%',
    '/bench/%zz',
    '/bench/%FF',
    '/bench/%C3',
    '/%',
  ]) {
    const { status, text } = await get(target)
    assert.equal(status, 400, target)
    assert.equal(text, 'Bad Request')
  }
})

test('after a bad escape the connection goes on', async () => {
  assert.deepEqual(await statuses('/bench/%', '/hey'), [400, 200])
})

test('a bad escape in a query harms nobody', async () => {
  for (const target of [
    '/bench/x?id=%',
    '/hey?q=%',
    '/hey?%',
    '/hey?%ff=%C3',
  ]) {
    assert.equal((await get(target)).status, 200, target)
  }
  assert.equal((await get('/bench/x?id=%')).text, '{"name":"x","id":"%"}')
})

test('parameters are decoded once', async () => {
  /** @param {string} target */
  const nameOf = async (target) => JSON.parse((await get(target)).text).name
  assert.equal(await nameOf('/bench/a%2Fb'), 'a/b')
  assert.equal(await nameOf('/bench/%2541'), '%41')
  assert.equal(await nameOf('/bench/jo%C3%A3o'), 'joão')
  assert.equal(await nameOf('/bench/a+b'), 'a+b')
  assert.equal(await nameOf('/bench/%2e%2e'), '..')
})

test('a route is found by all spellings of its path', async () => {
  for (const target of ['/%68ello', '/hell%6F', '/hell%6f?a=%2F']) {
    assert.equal((await get(target)).text, 'hello', target)
  }
  assert.equal((await get('/%2Fhello')).status, 404)
})

test('a handler is told the path that was routed', async (t) => {
  const { Router, createServer } = await library('lib/index.js')
  /** @param {any} req @param {any} res */
  const tell = (req, res) => res.json([req.path, req.url])
  const router = new Router({ notFound: tell })
  router.get('/admin', tell).get('/files/:name', tell)
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const port = server.address().port
  for (const [target, path] of [
    ['/admin', '/admin'],
    ['/%61dmin?x=%61', '/admin'],
    ['/files/a%2fb%40c', '/files/a%2Fb@c'],
    ['/%6eowhere/%2561', '/nowhere/%2561'],
  ]) {
    const { text } = await request({ ...app, port, host: '127.0.0.1' }, target)
    assert.deepEqual(JSON.parse(text), [path, target])
  }
})

test('bytes above 7F in a target are refused before the router', async () => {
  const head = Buffer.from(
    'GET /jo\u00e3o HTTP/1.1\r\nHost: x\r\n\r\n',
    'latin1',
  )
  assert.match(String(await rawRequest(app.port, head)), /^HTTP\/1\.1 400 /)
})

/**
 * A server whose handler tells what it sees.
 *
 * @param {import('node:test').TestContext} t
 * @param {(req: any) => unknown} see
 */
async function serve(t, see) {
  const { Router, createServer } = await library('lib/index.js')
  const router = new Router()
  router.get('/q', (/** @type {any} */ req, /** @type {any} */ res) => {
    res.json(see(req))
  })
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const port = server.address().port
  /** @param {string} query */
  return (query) => request({ ...app, port, host: '127.0.0.1' }, `/q${query}`)
}

test('req.query and req.queryParams read the same', async (t) => {
  const ask = await serve(t, (req) => ({
    query: req.query,
    params: [...req.queryParams],
  }))
  const { text } = await ask('?tag=a&tag=b%20c&q=1+1&%E2%82%AC=3&empty&x=%')
  assert.deepEqual(JSON.parse(text), {
    query: { tag: ['a', 'b c'], q: '1 1', '€': '3', empty: '', x: '%' },
    params: [
      ['tag', 'a'],
      ['tag', 'b c'],
      ['q', '1 1'],
      ['€', '3'],
      ['empty', ''],
      ['x', '%'],
    ],
  })
})

test('a question mark may be part of a query, and of a key', async (t) => {
  const ask = await serve(t, (req) => [req.query, ...req.queryParams])
  const { text } = await ask('??a=1&b=2?')
  assert.deepEqual(JSON.parse(text), [
    { '?a': '1', b: '2?' },
    ['?a', '1'],
    ['b', '2?'],
  ])
})

test('a request without a query has an empty one', async (t) => {
  const ask = await serve(t, (req) => req.query)
  assert.equal((await ask('')).text, '{}')
  assert.equal((await ask('?')).text, '{}')
})

test('a query is read once, and only when it is asked for', async (t) => {
  const many = `?${'a&'.repeat(1001)}`
  const asks = await serve(t, (req) => req.query.a.length)
  assert.equal((await asks(many)).status, 400)
  const never = await serve(t, () => 'fine')
  assert.equal((await never(many)).status, 200)
  const twice = await serve(t, (req) => Object.is(req.query, req.query))
  assert.equal((await twice('?a=1')).text, 'true')
})

test('node:http alone gives the target as it was sent', async (t) => {
  const server = http.createServer((req, res) => res.end(req.url))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const target = '/a/../%2e%2E/%2f?q=%&q=+'
  const bytes = await rawRequest(
    port,
    `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  assert.ok(String(bytes).includes(target))
})
