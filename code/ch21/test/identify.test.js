import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { inject, listen } from './serving.js'
import { rawRequest, request } from './support.js'

const { createLogger, createServer, logRequests, Router } =
  await library('lib/index.js')
const { currentRequest, identify, requestId } = await library(
  'lib/observe/identify.js',
)

const OWN = /^[\da-f]{16}-\d+$/

/** @param {any} [options] @param {any} [rules] of the router */
function routes(options, rules) {
  const router = new Router(rules)
  router.use(identify(options))
  router.get('/id', (/** @type {any} */ req) => req.id)
  return router
}

/** Keeps lines, and tells when there are more. */
class Lines extends EventEmitter {
  /** @type {any[]} */
  all = []
  /** @param {string} line */
  write(line) {
    this.all.push(JSON.parse(line))
    return this.emit('line')
  }
  /** @param {number} count */
  async reach(count) {
    while (this.all.length < count) await once(this, 'line')
    return this.all
  }
}

test('each answer says which id its request has', async () => {
  const router = routes()
  const first = await inject(router, '/id')
  const second = await inject(router, '/id')
  assert.match(await first.text(), OWN)
  assert.notEqual(
    first.headers.get('x-request-id'),
    second.headers.get('x-request-id'),
  )
  assert.equal(second.headers.get('x-request-id'), await second.text())
})

test('an error, a 404 and a 405 say it, too', async () => {
  const router = routes({}, { onError() {} })
  router.get('/fails', () => {
    throw new Error('no telescope')
  })
  router.get('/rejects', async () => {
    throw new Error('no telescope')
  })
  for (const [path, method, status] of [
    ['/fails', 'GET', 500],
    ['/rejects', 'GET', 500],
    ['/nothing', 'GET', 404],
    ['/id', 'DELETE', 405],
  ]) {
    const answer = await inject(router, { path, method })
    assert.equal(answer.status, status)
    assert.match(`${answer.headers.get('x-request-id')}`, OWN)
  }
})

test('the id of a proxy is kept only if it is to be trusted', async () => {
  const headers = { 'x-request-id': 'edge-7/f.3:1_a+b=@' }
  const trusted = await inject(routes({ trust: true }), {
    path: '/id',
    headers,
  })
  assert.equal(await trusted.text(), headers['x-request-id'])
  for (const options of [undefined, {}, { trust: false }]) {
    const own = await inject(routes(options), { path: '/id', headers })
    assert.match(await own.text(), OWN)
  }
})

test('what could harm a log is no id', async (t) => {
  const { port } = await listen(t, createServer(routes({ trust: true })))
  const long = 'x'.repeat(128)
  for (const value of ['', `${long}x`, 'a b', 'a"b', '<b>', 'é', '\x7f']) {
    const head = `GET /id HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${value}\r\n\r\n`
    const answer = (await rawRequest(port, head)).toString('latin1')
    const id = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    // An engine may refuse a head.
    if (answer.startsWith('HTTP/1.1 200')) assert.match(id, OWN)
  }
  const two = 'X-Request-Id: a\r\nx-request-id: b'
  const answer = await rawRequest(
    port,
    `GET /id HTTP/1.1\r\nHost: a\r\n${two}\r\n\r\n`,
  )
  assert.match(`${answer}`.split('\r\n\r\n')[1], OWN)
  const headers = { 'x-request-id': long }
  const at = { host: '127.0.0.1', port }
  assert.equal((await request(at, '/id', { headers })).text, long)
})

test('options that cannot be are refused', () => {
  const code = 'ERR_VELOCY_BAD_OPTION'
  assert.throws(() => identify({ trust: 'yes' }), { code })
  assert.throws(() => identify({ trusted: true }), { code })
})

test('code below finds its request, behind a body, a timer and a promise', async (t) => {
  const router = routes()
  router.post('/bookings', async (/** @type {any} */ req) => {
    const ids = [requestId()]
    await req.json()
    ids.push(requestId())
    await nextTurn()
    ids.push(await new Promise((done) => setTimeout(() => done(requestId()))))
    return { ids, isSame: currentRequest() === req, id: req.id }
  })
  const { port, host } = await listen(t, createServer(router))
  const url = `http://${host}:${port}/bookings`
  const headers = { 'content-type': 'application/json' }
  const ask = () => fetch(url, { method: 'POST', headers, body: '{}' })
  const answers = await Promise.all([ask(), ask(), ask()])
  for (const answer of answers) {
    const { ids, id, isSame } = /** @type {any} */ (await answer.json())
    assert.deepEqual(ids, [id, id, id])
    assert.equal(isSame, true)
  }
  assert.equal(currentRequest(), undefined)
  assert.equal(requestId(), undefined)
})

test('a generator that a handler returns finds its request', async () => {
  const router = routes()
  router.get('/stars', async function* (/** @type {any} */ req) {
    yield `${req.id === requestId()}`
    await nextTurn()
    yield ` ${req.id === requestId()}`
  })
  router.get('/later', async () => {
    await nextTurn()
    return Readable.from(
      (async function* () {
        yield `${requestId()}`
      })(),
    )
  })
  assert.equal(await (await inject(router, '/stars')).text(), 'true true')
  const answer = await inject(router, '/later')
  assert.equal(await answer.text(), answer.headers.get('x-request-id'))
})

test('pipelined requests keep their ids apart', async (t) => {
  const router = routes()
  router.get('/slow', async (/** @type {any} */ req) => {
    await nextTurn()
    return `${req.id === requestId()}`
  })
  router.get('/bare', () => `${requestId()}`)
  const outer = new Router()
  outer.mount('/in', router)
  outer.get('/out', () => `${requestId()}`)
  const { port } = await listen(t, createServer(outer))
  const text = ['/in/slow', '/out', '/in/slow', '/out']
    .map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    .join('')
  const bytes = `${await rawRequest(port, text, { responses: 4 })}`
  const bodies = [...bytes.matchAll(/\r\n\r\n(true|undefined)/g)].map(
    ([, body]) => body,
  )
  assert.deepEqual(bodies, ['true', 'undefined', 'true', 'undefined'])
})

test('onError and onSent find the request that they are about', async (t) => {
  /** @type {any[]} */
  const heard = []
  const sent = new EventEmitter()
  const router = routes(
    {},
    {
      onError: (/** @type {any} */ _error, /** @type {any} */ req) => {
        heard.push(req.id === requestId())
      },
      onSent: (/** @type {any} */ req) => {
        heard.push(req.id === requestId())
        sent.emit('sent')
      },
    },
  )
  router.get('/fails', () => {
    throw new Error('no telescope')
  })
  router.get('/rejects', async () => {
    await nextTurn()
    throw new Error('no telescope')
  })
  const at = await listen(t, createServer(router))
  for (const path of ['/fails', '/rejects']) {
    const isOver = once(sent, 'sent')
    await request(at, path)
    await isOver
  }
  assert.deepEqual(heard, [true, true, true, true])
})

test('lines of a handler, of onError and of the access log have the same id', async (t) => {
  const lines = new Lines()
  const context = () => ({ id: requestId() })
  const log = createLogger({ destination: lines, context })
  const onError = (/** @type {any} */ error) => log.error(error)
  const router = routes({}, { onError })
  router.get('/fails', async () => {
    log.info('looking', { telescope: 'north' })
    await nextTurn()
    throw new Error('no telescope')
  })
  const server = createServer(router)
  logRequests(server, log)
  const at = await listen(t, server)
  const answer = await request(at, '/fails')
  const all = await lines.reach(3)
  assert.deepEqual(
    all.map(({ id, msg }) => [id, msg]),
    ['looking', 'no telescope', 'request'].map((msg) => [
      answer.headers['x-request-id'],
      msg,
    ]),
  )
  log.info('outside')
  assert.equal('id' in lines.all[3], false)
})

test('lines about pipelined requests never have the id of another', async (t) => {
  const lines = new Lines()
  const context = () => ({ told: requestId() })
  const log = createLogger({ destination: lines, context })
  const router = routes({}, { onSent: () => void log.info('sent') })
  router.get('/slow', async (/** @type {any} */ req) => {
    await nextTurn()
    return req.id
  })
  const server = createServer(router)
  logRequests(server, log)
  const { port } = await listen(t, server)
  const text = ['/slow', '/id', '/slow', '/id', '/id']
    .map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    .join('')
  await rawRequest(port, text, { responses: 5 })
  const all = await lines.reach(10)
  const requests = all.filter(({ msg }) => msg === 'request')
  for (const { id, told } of requests) assert.equal(told, id)
  const sent = all.filter(({ msg }) => msg === 'sent')
  assert.deepEqual(
    sent.map(({ told }) => told).sort(),
    requests.map(({ id }) => id).sort(),
  )
})

test('a line of the access log has the id without a context, and never twice', async (t) => {
  const lines = new Lines()
  /** @type {string[]} */
  const texts = []
  const destination = {
    write: (/** @type {string} */ line) =>
      texts.push(line) && lines.write(line),
  }
  const context = () => ({ id: 'of the context' })
  for (const options of [{ destination }, { destination, context }]) {
    const server = createServer(routes())
    logRequests(server, createLogger(options))
    const at = await listen(t, server)
    const before = lines.all.length
    const answer = await request(at, '/id')
    const all = await lines.reach(before + 1)
    assert.equal(all.at(-1).id, answer.text)
    assert.equal(texts.at(-1)?.match(/"id"/g)?.length, 1)
  }
})

test('a context that throws, or is odd, takes no line with it', () => {
  const lines = new Lines()
  const context = () => {
    throw new Error('no context')
  }
  const log = createLogger({ destination: lines, context })
  log.info('kept', { a: 1 })
  log.info('kept')
  const odd = createLogger({ destination: lines, context: () => null })
  odd.child({ b: 2 }).error('failed', new Error('cause'))
  assert.deepEqual(
    lines.all.map(({ msg, a, b, err }) => [msg, a, b, err?.message]),
    [
      ['kept', 1, undefined, undefined],
      ['kept', undefined, undefined, undefined],
      ['failed', undefined, 2, 'cause'],
    ],
  )
  const code = 'ERR_VELOCY_BAD_OPTION'
  assert.throws(() => createLogger({ context: {} }), { code })
})
