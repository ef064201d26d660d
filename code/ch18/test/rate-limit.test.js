import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { test } from 'node:test'
import { addressOf, library } from './library.js'
import { serveRouter } from './serving.js'
import { request, within } from './support.js'

const { Router } = await library('lib/index.js')
const { networkOf, rateLimit } = await library('lib/middleware/rate-limit.js')
const { inject } = await library('lib/testing/inject.js')
const { serve, store } = await library('lib/cluster/index.js')

/**
 * A router whose answers are limited.
 *
 * @param {object} options
 * @param {(req: any) => void} [prepare]
 */
function limited(options, prepare = () => {}) {
  const router = new Router({ problems: true })
  router.use(prepare, rateLimit(options))
  router.get('/', () => 'hello')
  return router
}

test('answers tell what is left, and a refusal when to ask again', async (t) => {
  const app = await serveRouter(t, limited({ limit: 2, window: 3_600_000 }))
  for (const remaining of [1, 0]) {
    const { status, headers, text } = await request(app, '/')
    assert.deepEqual([status, text], [200, 'hello'])
    assert.equal(headers['ratelimit-policy'], '"default";q=2;w=3600')
    assert.equal(headers.ratelimit, `"default";r=${remaining};t=1800`)
    assert.equal(headers['retry-after'], undefined)
  }
  const { status, headers, text } = await request(app, '/')
  assert.equal(status, 429)
  assert.equal(headers['retry-after'], '1800')
  assert.equal(headers.ratelimit, '"default";r=0;t=1800')
  assert.equal(JSON.parse(text).code, 'ERR_VELOCY_RATE_LIMIT')
})

test('a refused request reaches no handler, and its body is not read', async (t) => {
  const router = new Router()
  let calls = 0
  router.post('/', rateLimit({ limit: 1, window: 60_000 }), () => `${++calls}`)
  const app = await serveRouter(t, router)
  const options = { method: 'POST', body: 'x'.repeat(100_000) }
  const statuses = []
  for (let i = 0; i < 4; i++) {
    statuses.push((await request(app, '/', options)).status)
  }
  assert.deepEqual(statuses, [200, 429, 429, 429])
  assert.equal(calls, 1)
})

test('two limits are both told, and a limit is that of all its routes', async (t) => {
  const outer = rateLimit({ name: 'all', limit: 9, window: 9000 })
  const inner = rateLimit({ name: 'few', limit: 1, window: 9000 })
  const router = new Router()
  router.use(outer)
  router.get('/a', inner, () => 'a')
  router.get('/b', inner, () => 'b')
  const app = await serveRouter(t, router)
  const { headers } = await request(app, '/a')
  const { ratelimit } = headers
  assert.equal(headers['ratelimit-policy'], '"all";q=9;w=9, "few";q=1;w=9')
  assert.equal(ratelimit, '"all";r=8;t=1, "few";r=0;t=9')
  assert.equal((await request(app, '/b')).status, 429)
})

test('by default, clients are told apart by their network', async () => {
  const router = limited({ limit: 1, window: 60_000 }, (req) => {
    req.ip = req.headers['x-test-ip']
  })
  const statusOf = async (/** @type {string} */ ip) =>
    (await inject(router, { path: '/', headers: { 'x-test-ip': ip } })).status
  assert.equal(await statusOf('192.0.2.1'), 200)
  assert.equal(await statusOf('192.0.2.1'), 429)
  assert.equal(await statusOf('::ffff:192.0.2.1'), 429)
  assert.equal(await statusOf('192.0.2.2'), 200)
  assert.equal(await statusOf('2001:db8:1:2::1'), 200)
  assert.equal(await statusOf('2001:db8:1:2:ffff:1:2:3'), 429)
  assert.equal(await statusOf('2001:db8:1:ff::1'), 429)
  assert.equal(await statusOf('2001:db8:1:100::1'), 200)
})

test('a network is the first 56 bits of an IPv6 address', () => {
  const networks = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::ffff:cb00:7107': '203.0.113.7',
    '203.0.113.7:4711': '203.0.113.7',
    '::1': '0:0:0:00',
    '2001:0DB8::7': '2001:db8:0:00',
    '2001:db8:1:2::203.0.113.7': '2001:db8:1:00',
    '::': '0:0:0:00',
    'fe80::1%eth0': 'fe80:0:0:00',
    '1:2:3:4:5:6:7:8': '1:2:3:00',
    '1:2:3:7f12::8': '1:2:3:7f',
    '1::7:8': '1:0:0:00',
    '1:2:3::4:5:6:7': '1:2:3:00',
    '1:2::': '1:2:0:00',
    '64:ff9b::203.0.113.7': '64:ff9b:0:00',
  }
  for (const [address, network] of Object.entries(networks)) {
    assert.equal(networkOf(address), network, address)
  }
})

test('a key of your own counts, and a request without one is not counted', async () => {
  const by = (/** @type {any} */ req) =>
    req.queryParams.get('user') ?? undefined
  const router = limited({ limit: 1, window: 60_000, by })
  const statusOf = async (/** @type {string} */ path) =>
    (await inject(router, path)).status
  for (const user of ['ana', 'bo', '__proto__', 'x'.repeat(5000)]) {
    assert.equal(await statusOf(`/?user=${user}`), 200)
    assert.equal(await statusOf(`/?user=${user}`), 429)
  }
  for (let i = 0; i < 3; i++) assert.equal(await statusOf('/'), 200)
})

test('a key that is too long for the store is counted all the same', async () => {
  const by = () => 'x'.repeat(5000)
  const router = limited({ limit: 1, window: 60_000, by, shared: true })
  assert.equal((await inject(router, '/')).status, 200)
  assert.equal((await inject(router, '/')).status, 429)
})

test('an answer of its own can say why: onError gets the error', async () => {
  const router = new Router({
    onError: (
      /** @type {any} */ { status },
      /** @type {any} */ _req,
      /** @type {any} */ res,
    ) => res.text(`Come back in ${res.getHeader('retry-after')} s`, status),
  })
  router.use(rateLimit({ limit: 1, window: 5000 }))
  router.get('/', () => 'hello')
  await inject(router, '/')
  const answer = await inject(router, '/')
  assert.equal(answer.status, 429)
  assert.equal(await answer.text(), 'Come back in 5 s')
})

test('wrong options are refused', () => {
  const right = { limit: 1, window: 1000 }
  const wrong = [
    {},
    { limit: 1 },
    { window: 1000 },
    { ...right, limit: 0 },
    { ...right, limit: 1.5 },
    { ...right, limit: Infinity },
    { ...right, window: '1s' },
    { ...right, by: 'ip' },
    { ...right, name: 'two words' },
    { ...right, max: 5 },
  ]
  for (const options of wrong) {
    const code = 'ERR_VELOCY_BAD_OPTION'
    assert.throws(() => rateLimit(options), { code }, JSON.stringify(options))
  }
})

test('the store counts takes, apart from its entries', async () => {
  const rate = [2, 60_000]
  await store.set('taken', 'an entry')
  assert.deepEqual(await store.take('taken', ...rate), {
    isTaken: true,
    remaining: 1,
    wait: 30_000,
  })
  assert.equal((await store.take('taken', ...rate)).isTaken, true)
  assert.equal((await store.take('taken', ...rate)).isTaken, false)
  // Another limit is another count.
  assert.equal((await store.take('taken', 3, 60_000)).remaining, 2)
  assert.equal(await store.get('taken'), 'an entry')
  await store.delete('taken')
  await assert.rejects(store.take('taken', 2), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
})

/** What each worker serves: a limit that it shares, and one that is its own. */
const PROGRAM = `
  import { createServer, Router } from '${addressOf('lib/index.js')}'
  import { rateLimit } from '${addressOf('lib/middleware/rate-limit.js')}'
  const rate = { limit: 4, window: 3_600_000 }
  const router = new Router()
  router.get('/shared', rateLimit({ ...rate, shared: true }), () => 'yes')
  router.get('/own', rateLimit(rate), () => 'yes')
  const one = rateLimit({ limit: 1, window: 3_600_000, shared: true })
  const leave = () => process.disconnect()
  router.get('/alone', leave, one, one, () => 'yes')
  export default () => createServer(router, {
    engine: '${process.env.VELOCY_ENGINE ?? 'net'}'
  })`

test('workers share a limit, until the primary is gone, or have their own', async () => {
  // Options of the test runner's process, such as --test, are not for workers.
  cluster.setupPrimary({ execArgv: [] })
  const log = { info() {}, warn() {}, error() {} }
  const module = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)
  const options = {
    log,
    port: 0,
    host: '127.0.0.1',
    workers: 2,
    signals: false,
  }
  const workers = await serve(module, options)
  const app = { host: '127.0.0.1', port: workers.address().port }
  try {
    /** @param {string} path */
    const accepted = async (path) => {
      const asked = Array.from({ length: 20 }, () => request(app, path))
      const answers = await Promise.all(asked)
      return answers.filter(({ status }) => status === 200).length
    }
    assert.equal(await accepted('/shared'), 4)
    // How the twenty are spread is up to the cluster.
    const own = await accepted('/own')
    assert.ok(own > 4 && own <= 8, `${own}`)
    const { status, headers } = await request(app, '/alone')
    assert.equal(status, 429)
    assert.match(headers.ratelimit, /^"default";r=0;t=3600, "default";r=0;/)
  } finally {
    await within(workers.kill(), 'the end of the workers')
  }
})
