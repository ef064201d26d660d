import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { ask, moduleOf, next, SHARING, start } from './clusters.js'
import { library } from './library.js'
import { request, within } from './support.js'

/** @import { Cluster, Metrics } from '../lib/cluster/index.js' */

const { readMetrics } = await library('lib/cluster/index.js')

/**
 * The first metrics that are as expected. They come with heartbeats, and the
 * next may be different again.
 *
 * @param {Cluster} cluster
 * @param {(metrics: Metrics) => boolean} isExpected
 */
async function metricsOf(cluster, isExpected) {
  /** @type {PromiseWithResolvers<Metrics>} */
  const { promise, resolve } = Promise.withResolvers()
  const look = () => {
    const metrics = cluster.metrics()
    if (isExpected(metrics)) resolve(metrics)
  }
  cluster.on('message', look)
  look()
  const what = () => `better metrics than ${JSON.stringify(cluster.metrics())}`
  try {
    return await within(promise, what)
  } finally {
    cluster.off('message', look)
  }
}

/** A heartbeat each 300 ms. */
const OPTIONS = { hungAfter: 3000 }

test('the metrics of all workers are one sum', async (t) => {
  const { cluster, ...app } = await start(SHARING, OPTIONS)
  for (let i = 0; i < 10; i++) await request(app, '/who')
  const socket = net.connect(app.port, app.host)
  t.after(() => socket.destroy())
  const { workers, total } = await metricsOf(
    cluster,
    (seen) => seen.total.requests === 10 && seen.total.connections === 1,
  )
  assert.deepEqual(
    workers.map(({ id, state, requests }) => ({ id, state, requests })),
    [
      { id: 1, state: 'ready', requests: 5 },
      { id: 2, state: 'ready', requests: 5 },
    ],
  )
  const sum = (/** @type {'rss' | 'heapUsed'} */ name) =>
    workers.reduce((all, one) => all + one[name], 0)
  assert.equal(total.rss, sum('rss'))
  assert.equal(total.heapUsed, sum('heapUsed'))
  assert.ok(total.rss > total.heapUsed && total.heapUsed > 2e6)
  socket.destroy()
  await metricsOf(cluster, (seen) => seen.total.connections === 0)
  await cluster.close()
})

test('a worker can ask for them, and without a cluster there are none', async () => {
  const { cluster, ...app } = await start(SHARING, OPTIONS)
  await metricsOf(cluster, (seen) => seen.workers.length === 2)
  const { workers } = await ask(app, '/metrics')
  assert.deepEqual(
    workers.map((/** @type {any} */ { id, pid }) => ({ id, pid })),
    cluster.workers.map(({ id, pid }) => ({ id, pid })),
  )
  assert.deepEqual((await readMetrics()).workers, [])
  await cluster.close()
})

test('requests of a worker that is gone stay in the sum', async () => {
  const { cluster, ...app } = await start(SHARING, OPTIONS)
  for (let i = 0; i < 8; i++) await request(app, '/who')
  await metricsOf(cluster, (seen) => seen.total.requests === 8)
  const left = next(cluster, 'exit')
  await assert.rejects(request(app, '/flood?count=0', { method: 'POST' }))
  await left
  assert.ok(cluster.metrics().total.requests >= 8)
  assert.equal(cluster.metrics().workers.length, 1)
  await cluster.close()
})

test('a worker that leaves tells of its last requests', async () => {
  // The next heartbeat would be in a second.
  const { cluster, ...app } = await start(SHARING)
  for (let i = 0; i < 8; i++) await request(app, '/who')
  await cluster.close()
  assert.equal(cluster.metrics().total.requests, 8)
})

test('a loop that was blocked is seen in the metrics', async () => {
  const { cluster, ...app } = await start(SHARING, OPTIONS)
  await metricsOf(cluster, (seen) => seen.workers.length === 2)
  let isOver = false
  // A heartbeat begins a new measurement, and may miss what has just begun.
  const blocked = (async () => {
    while (!isOver) await request(app, '/block?ms=150', { method: 'POST' })
  })()
  const { total } = await metricsOf(
    cluster,
    (seen) => seen.total.loopDelay > 100,
  )
  isOver = true
  await blocked
  assert.ok(total.loopDelay < 5000)
  // Each heartbeat tells of the time since the last one.
  await metricsOf(cluster, (seen) => seen.total.loopDelay < 100)
  await cluster.close()
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: uploads that ask before they begin are counted`, async () => {
    const data = { engine }
    const { cluster, ...app } = await start(SHARING, { ...OPTIONS, data })
    await request(app, '/store', {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': '2' },
      body: '[]',
    })
    await request(app, '/who')
    await cluster.close()
    assert.equal(cluster.metrics().total.requests, 2)
  })
}

test('a request that a program passes on itself is counted once', async () => {
  const app = moduleOf(`
    import http from 'node:http'
    export default () => {
      const server = http.createServer((req, res) => res.end())
      server.on('checkContinue', (req, res) => {
        res.writeContinue()
        server.emit('request', req, res)
      })
      return server
    }`)
  const { cluster, ...at } = await start(app, OPTIONS)
  await request(at, '/', { headers: { expect: '100-continue' } })
  await request(at, '/')
  await cluster.close()
  assert.equal(cluster.metrics().total.requests, 2)
})

test('a server that leaves the asking to Node.js still does', async () => {
  const app = moduleOf(`
    import http from 'node:http'
    export default () => http.createServer((req, res) => res.end())`)
  const { cluster, ...at } = await start(app, OPTIONS)
  const { status } = await request(at, '/', {
    headers: { expect: '100-continue' },
  })
  assert.equal(status, 200)
  await cluster.close()
  assert.equal(cluster.metrics().total.requests, 1)
})
