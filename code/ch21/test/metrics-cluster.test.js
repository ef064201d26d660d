import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { library } from './library.js'
import { OWN_HOST, PATIENCE, request } from './support.js'

const { serve } = await library('lib/cluster/index.js')

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

const APP = new URL('./apps/metrics.js', import.meta.url)

/** @type {any} */
let running
after(() => running?.kill())

/** A cluster that ends with the test file, or when the next one starts. */
async function start() {
  await running?.kill()
  const { VELOCY_ENGINE: engine } = process.env
  running = await serve(APP, {
    log: { info() {}, warn() {}, error() {} },
    data: engine ? { engine } : {},
    host: OWN_HOST,
    port: 0,
    workers: 2,
    signals: false,
    hungAfter: 1000,
    restart: { delay: 10, maxDelay: 10 },
  })
  return { cluster: running, host: OWN_HOST, port: running.address().port }
}

/**
 * Scrapes until a line is there: what other workers know comes with their next
 * heartbeat.
 *
 * @param {any} app
 * @param {...string} expected
 * @returns {Promise<string[]>} all lines
 */
async function scrape(app, ...expected) {
  const end = performance.now() + 4 * PATIENCE
  for (;;) {
    const lines = (await request(app, '/metrics')).text.split('\n')
    if (expected.every((line) => lines.includes(line))) return lines
    assert.ok(performance.now() < end, `${expected} in\n${lines.join('\n')}`)
  }
}

/** Books with both workers. @param {any} app @param {number} count */
async function bookTwice(app, count) {
  const ids = new Set()
  let booked = 0
  for (; ids.size < 2; booked++) {
    const { text } = await request(app, `/book/${count}`)
    ids.add(JSON.parse(text).id)
  }
  return booked
}

test('any worker tells the sum of all', async () => {
  const app = await start()
  const booked = await bookTwice(app, 2)
  const lines = await scrape(
    app,
    `seats_total{count="2"} ${2 * booked}`,
    `size_sum ${2 * booked}`,
    'size_bucket{le="1"} 0',
    `size_bucket{le="2"} ${booked}`,
    `size_bucket{le="+Inf"} ${booked}`,
    'workers 2',
  )
  const labels = 'method="GET",route="/book/:count",status="200"'
  const name = `http_server_request_duration_seconds_count{${labels}}`
  assert.ok(lines.includes(`${name} ${booked}`))
  // Nothing is counted again.
  await scrape(app, `seats_total{count="2"} ${2 * booked}`)
})

test('counts outlive a reload and a crash, gauges do not', async () => {
  const app = await start()
  const before = await bookTwice(app, 1)
  await app.cluster.reload()
  await scrape(app, `seats_total{count="1"} ${before}`, 'workers 2')
  // The new code has other buckets.
  const more = await bookTwice(app, 1)
  const total = before + more
  await scrape(app, `seats_total{count="1"} ${total}`, `size_count ${more}`)
  const ready = once(app.cluster, 'ready')
  await request(app, '/crash')
  await ready
  await scrape(app, `seats_total{count="1"} ${total}`, 'workers 2')
})
