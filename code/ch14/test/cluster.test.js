import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'
import { ask, isRunning, moduleOf, next, start, WHO } from './clusters.js'
import { request } from './support.js'

/** @param {import('../lib/cluster/index.js').Cluster} cluster */
const pidsOf = (cluster) => cluster.workers.map(({ pid }) => pid).sort()

/** What workers say. */
const MESSAGES = [
  ...['hello', 'ready', 'failed', 'heartbeat', 'leaving', 'left'],
  ...['questions', 'lines', '__proto__', 'unknown'],
]

test('all workers of a cluster answer on one port', async () => {
  const { cluster, ...app } = await start(WHO, {
    data: new Map([['given', 1]]),
  })
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await ask(app, '/who'))
  const pids = new Set(answers.map(({ pid }) => pid))
  assert.deepEqual([...pids].sort(), pidsOf(cluster))
  assert.deepEqual(answers[0].data, [['given', 1]])
  assert.equal(cluster.url, `http://localhost:${app.port}`)
  assert.deepEqual(
    cluster.workers.map(({ id, generation, state }) => [id, generation, state]),
    [
      [1, 0, 'ready'],
      [2, 0, 'ready'],
    ],
  )
  await cluster.close()
  assert.deepEqual([...pids].filter(isRunning), [])
  await assert.rejects(request(app, '/who'), { code: 'ECONNREFUSED' })
})

test('a worker that ends is replaced in its place', async () => {
  const restart = { delay: 1 }
  const { cluster, ...app } = await start(WHO, { restart })
  const before = pidsOf(cluster)
  const left = next(cluster, 'exit')
  const ready = next(cluster, 'ready')
  await assert.rejects(request(app, '/exit'))
  const { id, pid, ...end } = await left
  assert.ok(end.age > 0)
  assert.deepEqual([end.reason, end.code, end.signal], ['crash', 3, null])
  assert.ok(before.includes(pid))
  assert.equal((await ready).id, id)
  assert.deepEqual(
    cluster.workers.map((one) => one.state),
    ['ready', 'ready'],
  )
  assert.equal(pidsOf(cluster).filter((one) => before.includes(one)).length, 1)
})

test('the only worker comes back on the same port', async () => {
  const restart = { delay: 1 }
  const { cluster, ...app } = await start(WHO, { workers: 1, restart })
  for (const signal of /** @type {const} */ (['SIGKILL', 'SIGABRT'])) {
    const ready = next(cluster, 'ready')
    const left = next(cluster, 'exit')
    process.kill(cluster.workers[0].pid ?? 0, signal)
    assert.equal((await left).signal, signal)
    assert.equal(cluster.workers[0].state, 'waiting')
    const { pid } = await ready
    assert.equal((await ask(app, '/who')).pid, pid)
  }
})

test('a module is named by its address or by its path', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster a%20b-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'app.mjs')
  writeFileSync(file, `export { default } from ${JSON.stringify(WHO.href)}`)
  for (const app of [file, pathToFileURL(file).href, pathToFileURL(file)]) {
    const { cluster, ...address } = await start(app, { workers: 1 })
    assert.equal((await ask(address, '/who')).id, 1)
    await cluster.close()
  }
})

test('close() and kill() may be called again', async () => {
  const { cluster } = await start(WHO)
  let closed = 0
  cluster.on('close', () => closed++)
  const [{ pid }] = cluster.workers
  const closing = cluster.close()
  assert.equal(cluster.close(), closing)
  assert.equal(cluster.kill(), closing)
  await closing
  await cluster.kill()
  assert.equal(closed, 1)
  assert.equal(isRunning(pid), false)
})

test('the port is free when kill() has resolved', async () => {
  for (let i = 0; i < 4; i++) {
    const { cluster, port } = await start(WHO, { workers: 1 })
    await cluster.kill()
    const server = net.createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})

test('reusePort gives each worker the same port', async () => {
  const schedule = 'reusePort'
  const { cluster, ...app } = await start(WHO, { schedule })
  const asked = Array.from({ length: 40 }, () => ask(app, '/who'))
  const pids = new Set((await Promise.all(asked)).map(({ pid }) => pid))
  assert.deepEqual([...pids].sort(), pidsOf(cluster))
})

test('a second cluster of the process has workers of its own', async () => {
  const [one, two] = [
    await start(WHO, { data: 1 }),
    await start(WHO, { data: 2 }),
  ]
  assert.equal((await ask(one, '/who')).data, 1)
  assert.equal((await ask(two, '/who')).data, 2)
  await assert.rejects(start(WHO, { schedule: 'shared' }), {
    code: 'ERR_VELOCY_CLUSTER_SCHEDULE',
    message: /got schedule: 'shared', but/,
  })
  await one.cluster.close()
  assert.equal((await ask(two, '/who')).data, 2)
})

test('what it is given is checked', async () => {
  /** @type {[any, any, RegExp][]} */
  const wrong = [
    ['./app.js', {}, /app: '\.\/app\.js', expected the address/],
    [null, {}, /app: null/],
    [WHO, { workers: 0 }, /workers: 0, expected 'auto' or an integer/],
    [WHO, { workers: 'all' }, /workers: 'all'/],
    [WHO, { port: 65_536 }, /port: 65536/],
    [WHO, { host: '' }, /host: ''/],
    [WHO, { schedule: 'none' }, /round-robin, shared, reusePort/],
    [WHO, { data: () => {} }, /data: \[Function: data\]/],
    [WHO, { server: { tls: () => {} } }, /server: /],
    [WHO, { server: { engin: 'net' } }, /engin/],
    [WHO, { readyTimeout: -1 }, /readyTimeout: -1/],
    [WHO, { drainTimeout: '1s' }, /drainTimeout: '1s'/],
    [WHO, { heartbeat: 0 }, /heartbeat: 0/],
    [WHO, { hungAfter: 2 ** 31 }, /hungAfter: 2147483648/],
    [WHO, { maxMemory: -1 }, /maxMemory: -1/],
    [WHO, { restart: { delay: 0 } }, /serve: restart: got delay: 0/],
    [WHO, { restart: { retries: 1 } }, /'retries'/],
    [WHO, { log: console.log }, /log: /],
    [WHO, { worker: 2 }, /'worker', expected one of .*workers/],
  ]
  for (const [app, options, message] of wrong) {
    await assert.rejects(start(app, options), (error) => {
      assert.ok(error instanceof Error)
      assert.match(error.message, message)
      return true
    })
  }
})

test('whatever an app sends to the primary, it goes on', async () => {
  const app = moduleOf(`
    export default () => {
      const router = new Router()
      router.get('/say', () => {
        for (const velocy of ${JSON.stringify(MESSAGES)}) {
          process.send({ velocy })
          for (const rubbish of [null, 1, {}, [1], ['store', 1]]) {
            const all = { figures: rubbish, failure: rubbish, lines: rubbish }
            process.send({ velocy, ...all, questions: rubbish })
          }
        }
        for (const other of [null, 1, 'velocy', { velocy: {} }]) {
          process.send(other)
        }
        return 'said'
      })
      router.get('/exit', () => process.exit(3))
      return router
    }`)
  const { cluster, ...at } = await start(app, { workers: 1 })
  assert.equal((await request(at, '/say')).text, 'said')
  const exit = next(cluster, 'exit')
  await request(at, '/exit').catch(() => {})
  assert.equal((await exit).failure, undefined)
  assert.equal((await next(cluster, 'ready')).id, 1)
  assert.ok(Number.isFinite(cluster.metrics().total.requests))
  await cluster.close()
})

test('two clusters of a program do not share a port', async () => {
  const { cluster, ...app } = await start(WHO)
  const { port } = app
  for (const host of ['127.0.0.1', 'localhost']) {
    await assert.rejects(start(WHO, { port, host, data: 'other' }), {
      code: 'ERR_VELOCY_CLUSTER_SECOND',
      message: new RegExp(`port ${port} is another cluster's`),
    })
  }
  for (let i = 0; i < 4; i++) {
    assert.notEqual((await ask(app, '/who')).data, 'other')
  }
  await cluster.close()
  const { cluster: next } = await start(WHO, { port, data: 'other' })
  assert.equal((await ask(app, '/who')).data, 'other')
  await next.close()
})

test('an address of IPv6 is one that a client can ask', async (t) => {
  const addresses = Object.values(os.networkInterfaces()).flat()
  if (!addresses.some((one) => one?.address === '::1')) {
    return t.skip('no IPv6 here')
  }
  const { cluster } = await start(WHO, { host: '::1' })
  assert.equal((await fetch(`${cluster.url}/who`)).status, 200)
  await cluster.close()
})

test('figures that an app invents are none', async () => {
  const app = moduleOf(`export default () => {
    const router = new Router()
    router.get('/say', () => {
      const figures = { requests: 1, rss: 1n, heapUsed: 'much' }
      process.send({ velocy: 'heartbeat', figures })
      process.send({ velocy: 'heartbeat', figures: { requests: 1 } })
      process.send({ velocy: 'lines', lines: '' })
      return 'said'
    })
    return router
  }`)
  const options = { workers: 1, heartbeat: 60_000, hungAfter: 0 }
  const { cluster, ...at } = await start(app, options)
  /** @type {PromiseWithResolvers<void>} */
  const { promise, resolve } = Promise.withResolvers()
  cluster.on('message', (_child, { velocy }) => {
    if (velocy === 'lines') resolve()
  })
  await request(at, '/say')
  await promise
  assert.ok(Object.values(cluster.metrics().total).every(Number.isFinite))
  await cluster.close()
  assert.ok(Object.values(cluster.metrics().total).every(Number.isFinite))
  assert.equal(cluster.metrics().total.requests, 1)
})
