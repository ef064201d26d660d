import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, test } from 'node:test'
import { library } from './library.js'
import { parseResponses, rawRequest, request, within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const velocy = await library('lib/index.js')
const { createServer, readBody, Router } = velocy

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** @param {any} router @param {any} [server] */
async function serve(router, server = createServer(router)) {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return { host: '127.0.0.1', port, server }
}

/** @param {any} _req @param {any} res */
const ok = (_req, res) => res.text('ok')

test('a path without a route is a 404, with a route for others a 405', async () => {
  const app = await serve(new Router().post('/a', ok))
  assert.equal((await request(app, '/b')).status, 404)
  assert.equal((await request(app, '/b', { method: 'OPTIONS' })).status, 404)
  const refused = await request(app, '/a')
  assert.equal(refused.status, 405)
  assert.equal(refused.text, 'Method Not Allowed')
  assert.equal(refused.headers.allow, 'OPTIONS, POST')
})

test('OPTIONS says which methods a path has', async () => {
  const app = await serve(new Router().get('/a', ok).delete('/a', ok))
  const { status, headers, text } = await request(app, '/a', {
    method: 'OPTIONS',
  })
  assert.equal(status, 204)
  assert.equal(headers.allow, 'DELETE, GET, HEAD, OPTIONS')
  assert.equal(text, '')
})

test('OPTIONS * says which methods the server has', async () => {
  const app = await serve(new Router().get('/a', ok).put('/b', ok))
  const { status, headers } = await request(app, '*', { method: 'OPTIONS' })
  assert.equal(status, 204)
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS, PUT')
})

test('only OPTIONS may ask for the server as a whole', async () => {
  const app = await serve(new Router().get('/', ok).all('/a', ok))
  assert.equal((await request(app, '*')).status, 400)
})

test('a handler does not get its hands on what requests share', async () => {
  /** @type {unknown[]} */
  const seen = []
  /** @this {unknown} @param {any} _req @param {any} res */
  function handler(_req, res) {
    seen.push(this)
    res.text('ok')
  }
  const router = new Router().get('/a', handler)
  const app = await serve(router)
  assert.equal((await request(app, '/a')).text, 'ok')
  assert.deepEqual(seen, [undefined])
  assert.ok(Object.isFrozen(router.find('GET', '/a')))
  assert.ok(Object.isFrozen(router.find('GET', '/a')?.route))
})

test('an OPTIONS route answers for its path', async () => {
  const app = await serve(new Router().get('/a', ok).options('/a', ok))
  const { text } = await request(app, '/a', { method: 'OPTIONS' })
  assert.equal(text, 'ok')
})

test('HEAD is answered by the GET route, without the body', async () => {
  const app = await serve(new Router().get('/a', ok))
  const bytes = await rawRequest(
    app.port,
    [
      'HEAD /a HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET /a HTTP/1.1\r\nhost: x\r\n\r\n',
    ],
    { responses: 2, methods: ['HEAD', 'GET'] },
  )
  const [head, get] = parseResponses(bytes, ['HEAD', 'GET'])
  assert.equal(head.headers['content-length'], '2')
  assert.equal(head.text, '')
  assert.equal(get.text, 'ok')
})

test('the path of a target is what counts, with or without an origin', async () => {
  const app = await serve(
    new Router().get('/a', (req, res) => {
      res.json([req.path, req.queryParams.get('b')])
    }),
  )
  for (const target of ['/a?b=1+2', 'http://x/a?b=1+2']) {
    const { text } = await request(app, target)
    assert.deepEqual(JSON.parse(text), ['/a', '1 2'], target)
  }
})

test('req.queryParams is made once', async () => {
  const app = await serve(
    new Router().get('/a', (req, res) => {
      const { queryParams } = req
      res.json(queryParams === req.queryParams)
    }),
  )
  assert.equal((await request(app, '/a?b=1')).text, 'true')
})

test("node:http's own vocabulary keeps working", async () => {
  const app = await serve(
    new Router().get('/a', (_req, res) => {
      res.writeHead(201, { 'x-a': 'b' })
      res.write('o')
      res.end('k')
    }),
  )
  const { status, headers, text } = await request(app, '/a')
  assert.deepEqual([status, headers['x-a'], text], [201, 'b', 'ok'])
})

test('text() and json() count bytes, and keep other fields', async () => {
  const router = new Router()
  router.get('/text', (_req, res) => {
    res.setHeader('x-a', 'b')
    res.text('joão', 202)
  })
  router.get('/json', (_req, res) => res.json({ name: 'joão' }))
  const app = await serve(router)
  const text = await request(app, '/text')
  assert.equal(text.status, 202)
  assert.equal(text.headers['x-a'], 'b')
  assert.equal(text.headers['content-length'], '5')
  assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8')
  const json = await request(app, '/json')
  assert.equal(json.headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(json.text), { name: 'joão' })
})

test('an answer without a body has no fields about one', async () => {
  const router = new Router()
  router.get('/204', (_req, res) => res.text('', 204))
  router.get('/304', (_req, res) => res.json(null, 304))
  const app = await serve(router)
  for (const status of [204, 304]) {
    const answer = await request(app, `/${status}`)
    assert.equal(answer.status, status)
    assert.equal(answer.headers['content-length'], undefined)
    assert.equal(answer.headers['content-type'], undefined)
  }
})

/** @param {Record<string, unknown>} [options] */
function failing(options) {
  /** @type {any[]} */
  const errors = []
  const onError = (/** @type {any} */ error) => errors.push(error)
  const router = new Router({ onError, ...options })
  router.get('/throws', (_req, res) => {
    res.setHeader('etag', '"of a page that will not come"')
    res.statusMessage = 'Secret'
    throw new Error('secret')
  })
  router.get('/rejects', async () => {
    throw new Error('secret')
  })
  router.get('/value', () => Promise.reject(undefined))
  router.get('/status', () => {
    throw Object.assign(new Error('secret'), { status: 409, expose: true })
  })
  router.get('/upstream', () => {
    throw Object.assign(new Error('secret'), { status: 404 })
  })
  // What some query builders return is no Promise, but can be awaited.
  /** @param {any} _resolve @param {(error: Error) => void} reject */
  const fail = (_resolve, reject) => reject(new Error('secret'))
  router.get('/thenable', () => Object.fromEntries([['then', fail]]))
  router.get('/broken-json', (_req, res) => res.json(undefined))
  router.get('/half', (_req, res) => {
    res.writeHead(200, { 'content-length': 10 })
    res.write('half')
    throw new Error('too late')
  })
  router.get('/after', (_req, res) => {
    res.end('whole')
    throw new Error('too late')
  })
  return { router, errors }
}

const broken = ['/throws', '/rejects', '/value', '/thenable', '/broken-json']
for (const path of [...broken, '/upstream']) {
  test(`${path}: 500, no word of the error, and the server lives`, async () => {
    const { router, errors } = failing()
    const app = await serve(router)
    const { status, reason, text, headers } = await request(app, path)
    assert.equal(status, 500)
    assert.equal(reason, 'Internal Server Error')
    assert.equal(text, 'Internal Server Error')
    assert.equal(headers.etag, undefined)
    assert.equal(errors.length, 1)
    assert.equal((await request(app, path)).status, 500)
  })
}

for (const [name, onError] of Object.entries({
  throws: () => {
    throw new Error('the log is full')
  },
  rejects: async () => {
    throw new Error('the log is full')
  },
})) {
  test(`an onError that ${name} does not cost the client its answer`, async (t) => {
    const print = t.mock.method(console, 'error', () => {})
    const { router } = failing({ onError })
    const { status } = await request(await serve(router), '/throws')
    assert.equal(status, 500)
    assert.match(String(print.mock.calls[0].arguments[0]), /the log is full/)
  })
}

test('an error that blames the request has its status, and nothing else', async () => {
  const { router } = failing()
  const { status, text } = await request(await serve(router), '/status')
  assert.equal(status, 409)
  assert.equal(text, 'Conflict')
})

test('half an answer ends with the connection', async () => {
  const { router, errors } = failing()
  const { port } = await serve(router)
  const get = 'GET /half HTTP/1.1\r\nhost: x\r\n\r\n'
  const bytes = await rawRequest(port, get, { responses: Infinity })
  assert.doesNotMatch(String(bytes), /500|too late/)
  assert.equal(errors.length, 1)
})

test('after a handler that failed within a body, the next request has its turn', async () => {
  const { router } = failing()
  router.post('/body', async (req) => {
    for await (const _chunk of req.iterator({ destroyOnReturn: false })) break
    throw new Error('secret')
  })
  const { port } = await serve(router.get('/a', ok))
  const size = 256 * 1024
  const post = `POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`
  const get = 'GET /a HTTP/1.1\r\nhost: x\r\n\r\n'
  const sent = [post, 'x'.repeat(size), get]
  const bytes = await rawRequest(port, sent, { responses: 2 })
  const [failed, next] = parseResponses(bytes)
  assert.equal(failed.status, 500)
  assert.equal(next.text, 'ok')
})

test('after a handler that left a body half-way, the next request has its turn', async () => {
  const router = new Router().get('/a', ok).post('/body', async (req, res) => {
    const { socket } = req
    for await (const _chunk of req) break
    // A stream that was left takes no more, which makes its socket wait.
    while (!socket.isPaused()) await new Promise((done) => setImmediate(done))
    res.text('enough')
  })
  const { port } = await serve(router)
  const size = 256 * 1024
  const post = `POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`
  const get = 'GET /a HTTP/1.1\r\nhost: x\r\n\r\n'
  const sent = [post, 'x'.repeat(size), get]
  const bytes = await rawRequest(port, sent, { responses: 2 })
  const texts = parseResponses(bytes).map(({ text }) => text)
  assert.deepEqual(texts, ['enough', 'ok'])
})

test('an error after the answer harms nobody', async () => {
  const { router, errors } = failing()
  const { text } = await request(await serve(router), '/after')
  assert.equal(text, 'whole')
  assert.equal(errors.length, 1)
})

test('notFound answers what no route does', async () => {
  const app = await serve(
    new Router({
      notFound: (req, res) => res.text(`no ${req.path}`, 404),
    }).post('/a', ok),
  )
  assert.equal((await request(app, '/b')).text, 'no /b')
  assert.equal((await request(app, '/a')).status, 405)
})

test('a failing notFound is a 500', async () => {
  const { router } = failing({
    notFound: async () => {
      throw new Error('secret')
    },
  })
  assert.equal((await request(await serve(router), '/b')).status, 500)
})

test('a bare http.createServer(router.handle) is a server, too', async () => {
  const { router } = failing()
  router.get('/a', (_req, res) => res.end('ok'))
  const app = await serve(
    router,
    http.createServer(/** @type {any} */ (router.handle)),
  )
  assert.equal((await request(app, '/a')).text, 'ok')
  assert.equal((await request(app, '/b')).status, 404)
  assert.equal((await request(app, '/throws')).status, 500)
})

test('a program reads bodies and writes logs with what the framework shows', async () => {
  const { createLogger, logRequests } = velocy
  /** @type {string[]} */
  const lines = []
  const write = (/** @type {string} */ line) => lines.push(line) > 0
  const router = new Router().post('/a', async (req, res) => {
    res.text(String(await readBody(req, { limit: 10 })))
  })
  const app = await serve(router)
  logRequests(app.server, createLogger({ destination: { write } }))
  const send = (/** @type {string} */ body) =>
    request(app, '/a', { method: 'POST', body })
  assert.equal((await send('short')).text, 'short')
  assert.equal((await send('much too long')).status, 413)
  await new Promise((resolve) => app.server.close(resolve))
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).status),
    [200, 413],
  )
})

test('createServer refuses what it does not know', () => {
  assert.throws(() => createServer(/** @type {any} */ (() => {})), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /\[Function.*a Router$/,
  })
  for (const options of [
    { keepAlive: 1 },
    { closeTimeout: -1 },
    { closeTimeout: 2 ** 31 },
    { closeTimeout: NaN },
    /** @type {any} */ ({ closeTimeout: '50' }),
    { constructor: 1 },
  ]) {
    assert.throws(() => createServer(new Router(), options), {
      code: 'ERR_VELOCY_BAD_OPTION',
      message: /closeTimeout/,
    })
  }
})

test('close() waits for an answer, but not for ever', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', () => arrive(undefined))
  const app = await serve(router, createServer(router, { closeTimeout: 50 }))
  const pending = request(app, '/slow').catch(() => 'cut')
  await within(arrived, 'the request')
  await within(
    new Promise((resolve) => app.server.close(resolve)),
    'close() to end with a request under way',
  )
  assert.equal(await pending, 'cut')
})

test('a handler that closes the server gives the last answer', async () => {
  const router = new Router().get('/a', ok)
  const app = await serve(router, createServer(router, { closeTimeout: 5000 }))
  /** @type {Promise<unknown> | undefined} */
  let closed
  router.get('/close', (_req, res) => {
    closed = new Promise((resolve) => app.server.close(resolve))
    res.text('closing')
  })
  const get = 'GET /close HTTP/1.1\r\nhost: x\r\n\r\n'
  const bytes = await rawRequest(app.port, get, { responses: Infinity })
  const [last] = parseResponses(bytes)
  assert.equal(last.text, 'closing')
  assert.equal(last.headers.connection, 'close')
  await within(closed ?? Promise.reject(), 'close()')
})

test('close() lets a request under way finish', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const router = new Router().get('/slow', (_req, res) => arrive(res))
  const app = await serve(router, createServer(router, { closeTimeout: 5000 }))
  const pending = request(app, '/slow')
  const res = await within(arrived, 'the request')
  const closed = new Promise((resolve) => app.server.close(resolve))
  res.text('done')
  assert.equal((await pending).text, 'done')
  await within(closed, 'close()')
})
