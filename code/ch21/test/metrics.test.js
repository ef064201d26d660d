import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { library } from './library.js'
import { inject, listen } from './serving.js'
import { rawRequest, request, within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { measureRequests } = await library('lib/observe/measure-requests.js')
const { Metrics } = await library('lib/observe/metrics.js')
const code = 'ERR_VELOCY_BAD_OPTION'

/** The lines of a metric that begin with a text. */
const linesOf = async (/** @type {any} */ metrics, start = '') =>
  (await metrics.text())
    .split('\n')
    .filter(
      (/** @type {string} */ line) => line.startsWith(start) && line !== '',
    )

/**
 * Waits until a measured request is over: its answer may arrive before that.
 *
 * @param {any} metrics
 * @param {string} line
 */
async function until(metrics, line) {
  const arrives = async () => {
    for (;;) {
      if ((await metrics.text()).includes(`${line}\n`)) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await within(arrives(), line)
}

test('a counter, a gauge and a histogram are written for Prometheus', async () => {
  const metrics = new Metrics()
  const seats = metrics.counter('seats_total', 'Seats that were booked.')
  metrics.gauge('temperature_celsius', 'In the shed.', () => -3.5)
  const waits = metrics.histogram('wait_seconds', 'How long.', [0.1, 1])
  seats.add()
  seats.add(2)
  seats.add(4, { dome: 'north', night: 1 })
  for (const value of [0.25, 0.125, 0.5, 7]) waits.observe(value)
  waits.of({ dome: 'south' }).observe(0.1)
  assert.equal(
    await metrics.text(),
    `# HELP seats_total Seats that were booked.
# TYPE seats_total counter
seats_total 3
seats_total{dome="north",night="1"} 4
# HELP temperature_celsius In the shed.
# TYPE temperature_celsius gauge
temperature_celsius -3.5
# HELP wait_seconds How long.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="0.1"} 0
wait_seconds_bucket{le="1"} 3
wait_seconds_bucket{le="+Inf"} 4
wait_seconds_sum 7.875
wait_seconds_count 4
wait_seconds_bucket{dome="south",le="0.1"} 1
wait_seconds_bucket{dome="south",le="1"} 1
wait_seconds_bucket{dome="south",le="+Inf"} 1
wait_seconds_sum{dome="south"} 0.1
wait_seconds_count{dome="south"} 1
`,
  )
})

test('what a client has written cannot end a line or a label', async () => {
  const metrics = new Metrics()
  const seen = metrics.counter('seen_total', 'a\\b\nc')
  seen.add(1, { agent: 'a"} 9\nevil_total 1\\' })
  assert.deepEqual(await linesOf(metrics), [
    '# HELP seen_total a\\\\b\\nc',
    '# TYPE seen_total counter',
    'seen_total{agent="a\\"} 9\\nevil_total 1\\\\"} 1',
  ])
})

test('the order of labels makes no other series', async () => {
  const metrics = new Metrics()
  const seats = metrics.counter('seats_total', '')
  seats.add(1, { dome: 'north', night: 1 })
  seats.add(2, { night: 1, dome: 'north' })
  const line = 'seats_total{dome="north",night="1"} 3'
  assert.deepEqual(await linesOf(metrics, 'seats_total'), [line])
})

const hasTool = spawnSync('promtool', ['--version']).status === 0
const skip = hasTool ? false : 'promtool, of Prometheus, is not on PATH'

test("Prometheus's own parser finds nothing wrong", { skip }, async () => {
  const metrics = new Metrics()
  const seats = metrics.counter('seats_total', 'Seats \\ that\nwere booked.')
  seats.add()
  seats.add(2, { dome: 'a"}\\ 9\nevil 1', night: '日' })
  metrics.gauge('shed_celsius', 'In the shed.', () => -Infinity)
  const waits = metrics.histogram('wait_seconds', 'Wait.', [1e-7, 0.1, 1e21])
  for (const value of [1e-8, 0.3, 1e22, -4]) waits.observe(value)
  waits.observe(3, { dome: '' })
  const input = await metrics.text()
  const tool = spawnSync('promtool', ['check', 'metrics'], { input })
  assert.equal(`${tool.stderr}`, '')
  assert.equal(tool.status, 0)
})

test('a gauge that fails, or says nothing, hides no other', async () => {
  const metrics = new Metrics()
  metrics.gauge('a', '', () => {
    throw new Error('no thermometer')
  })
  for (const [name, value] of [
    ['b', undefined],
    ['e', Promise.resolve(5)],
    ['f', 5n],
    ['g', '5'],
  ]) {
    metrics.gauge(name, '', () => value)
  }
  metrics.gauge('c', '', () => -Infinity)
  metrics.gauge('d', '', () => 1)
  const lines = await linesOf(metrics)
  const values = lines.filter((/** @type {string} */ line) => line[0] !== '#')
  assert.deepEqual(values, [
    ...['a NaN', 'b NaN', 'e NaN', 'f NaN', 'g NaN'],
    ...['c -Inf', 'd 1'],
  ])
})

test('beyond 1000 combinations of labels, one series has the rest', async () => {
  const metrics = new Metrics()
  const hits = metrics.counter('hits_total', '')
  const warned = once(process, 'warning')
  for (let i = 0; i < 1500; i++) hits.add(1, { path: `/${i}` })
  hits.add(1, { path: '/0' })
  hits.add(1, { other: '1' })
  const lines = await linesOf(metrics, 'hits_total')
  assert.equal(lines.length, 1001)
  assert.equal(lines[0], 'hits_total{path="/0"} 2')
  assert.equal(lines.at(-1), 'hits_total{overflow="true"} 501')
  const [warning] = await warned
  assert.match(warning.message, /hits_total/)
})

test('what is no name, no number or no order is refused', () => {
  const metrics = new Metrics()
  for (const name of ['', 'a b', '1a', 'é', 'a-b', undefined, {}]) {
    assert.throws(() => metrics.counter(name, ''), { code })
  }
  const counter = metrics.counter('a', '')
  for (const n of [-1, Number.NaN, Infinity, '1', null]) {
    assert.throws(() => counter.add(n), { code })
  }
  for (const label of ['le', '__name__', 'a b', '', '1']) {
    assert.throws(() => counter.add(1, { [label]: '' }), { code })
  }
  for (const bounds of [[1, 1], [2, 1], ['1'], [Number.NaN], 1, [Infinity]]) {
    assert.throws(() => metrics.histogram('h', '', bounds), { code })
  }
  const { observe } = metrics.histogram('i', '', [1])
  assert.throws(() => observe(Number.NaN), { code })
  assert.throws(() => metrics.counter('b'), { code })
  assert.throws(() => metrics.gauge('b', '', 1), { code })
})

test('a name has one meaning', async () => {
  const metrics = new Metrics()
  metrics.counter('a', '').add()
  metrics.counter('a', '').add()
  assert.deepEqual(await linesOf(metrics, 'a'), ['a 2'])
  assert.throws(() => metrics.gauge('a', '', () => 1), { code })
  metrics.histogram('h', '', [1])
  assert.throws(() => metrics.histogram('h', '', [2]), { code })
})

test('bounds that the caller changes later are the ones from before', async () => {
  const metrics = new Metrics()
  const bounds = [1, 2]
  const { observe } = metrics.histogram('h', '', bounds)
  bounds.length = 0
  observe(1.5)
  assert.deepEqual(await linesOf(metrics, 'h_bucket'), [
    'h_bucket{le="1"} 0',
    'h_bucket{le="2"} 1',
    'h_bucket{le="+Inf"} 1',
  ])
})

const DURATION = 'http_server_request_duration_seconds'

/** @param {import('node:test').TestContext} t @param {any} router */
async function measured(t, router) {
  const metrics = new Metrics()
  const server = createServer(router)
  measureRequests(server, metrics)
  return { metrics, at: await listen(t, server) }
}

test('requests are measured by pattern, method and status', async (t) => {
  const router = new Router({ onError() {} })
  router.get('/seats/:id', (/** @type {any} */ req) => req.params.id)
  router.post('/seats', () => {
    throw new Error('no seat')
  })
  const { metrics, at } = await measured(t, router)
  await request(at, '/seats/1')
  await request(at, '/seats/2?x=1')
  await request(at, '/seats/3', { method: 'HEAD' })
  await request(at, '/seats', { method: 'POST' })
  await request(at, '/wp-login.php')
  const counted = [
    'method="GET",route="/seats/:id",status="200"} 2',
    'method="HEAD",route="/seats/:id",status="200"} 1',
    'method="POST",route="/seats",status="500"} 1',
    'method="GET",route="",status="404"} 1',
  ]
  for (const labels of counted) {
    await until(metrics, `${DURATION}_count{${labels}`)
  }
  assert.equal((await linesOf(metrics, `${DURATION}_count`)).length, 4)
})

test('a request that waits for 100 Continue is measured once', async (t) => {
  const router = new Router()
  router.post('/seats', (/** @type {any} */ req) => req.text())
  const { metrics, at } = await measured(t, router)
  const head = 'POST /seats HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n'
  await rawRequest(at.port, [`${head}Expect: 100-continue\r\n\r\n`, 'hi'])
  const labels = 'method="POST",route="/seats",status="200"'
  await until(metrics, `${DURATION}_count{${labels}} 1`)
})

test('a method that a client makes up is no series', async (t) => {
  const { metrics, at } = await measured(t, new Router())
  for (const method of ['BREW', 'WHEN']) {
    await rawRequest(at.port, `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  await request(at, '/')
  await until(
    metrics,
    `${DURATION}_count{method="GET",route="",status="404"} 1`,
  )
  for (const line of await linesOf(metrics, DURATION)) {
    assert.match(line, /method="GET"/)
  }
})

test('a client that leaves before the answer counts as status 0', async (t) => {
  const router = new Router()
  const { promise, resolve } = Promise.withResolvers()
  router.get('/slow', () => {
    resolve(undefined)
    return new Promise(() => {})
  })
  const { metrics, at } = await measured(t, router)
  const client = net.connect(at.port, at.host)
  client.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await promise
  client.resetAndDestroy()
  await until(
    metrics,
    `${DURATION}_count{method="GET",route="/slow",status="0"} 1`,
  )
})

test('a client that half-closes gets from a measured server what others give', async (t) => {
  const half = 'GET /sky HTTP/1.1\r\nHost: a\r\n\r\n'
  const router = new Router()
  router.get('/sky', async (/** @type {any} */ { socket }) => {
    await once(socket, 'end')
    return 'clear'
  })
  const { at } = await measured(t, router)
  const plain = await listen(t, createServer(router))
  const options = { responses: Infinity, end: true }
  const answers = await Promise.all(
    [at, plain].map(async ({ port }) => {
      const answer = `${await rawRequest(port, half, options)}`
      return answer.slice(0, 12)
    }),
  )
  assert.equal(answers[0], answers[1])
})

test('pipelined answers are each measured once', async (t) => {
  const router = new Router()
  router.get('/sky', () => 'clear')
  const { metrics, at } = await measured(t, router)
  const text = 'GET /sky HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3)
  await rawRequest(at.port, text, { responses: 3 })
  await until(
    metrics,
    `${DURATION}_count{method="GET",route="/sky",status="200"} 3`,
  )
})

test('two servers share metrics, and a third is not measured', async () => {
  const metrics = new Metrics()
  const router = new Router()
  router.get('/sky', () => 'clear')
  const ask = async (/** @type {boolean} */ isMeasured) => {
    const server = createServer(router)
    if (isMeasured) measureRequests(server, metrics)
    await inject2(server)
  }
  await ask(true)
  await ask(true)
  await ask(false)
  const labels = 'method="GET",route="/sky",status="200"'
  await until(metrics, `${DURATION}_count{${labels}} 2`)
})

const testing = await library('lib/testing/inject.js')
const inject2 = (/** @type {any} */ server) => testing.inject(server, '/sky')

test('what is no server, or no Metrics, is refused', () => {
  const server = createServer(new Router())
  assert.throws(() => measureRequests({}, new Metrics()), { code })
  assert.throws(() => measureRequests(server, {}), { code })
})

test('a route that returns the text is what Prometheus wants', async () => {
  const metrics = new Metrics()
  const router = new Router()
  router.get('/metrics', () => metrics.text())
  const answer = await inject(router, '/metrics')
  assert.match(`${answer.headers.get('content-type')}`, /^text\/plain/)
})
