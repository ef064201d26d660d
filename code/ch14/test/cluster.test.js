import assert from 'node:assert/strict'
import nodeCluster from 'node:cluster'
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

test('all workers of a cluster answer on one port', async () => {
  const { cluster, ...app } = await start(WHO, {
    data: new Map([['given', 1]]),
  })
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await ask(app, '/who'))
  const pids = new Set(answers.map(({ pid }) => pid))
  assert.deepEqual([...pids].sort(), pidsOf(cluster))
  assert.deepEqual(answers[0].data, [['given', 1]])
  assert.equal(cluster.url, `http://${app.host}:${app.port}`)
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

test('one whose app has closed its server is, too', async () => {
  const app = moduleOf(`
    export default () => {
      const router = new Router().get('/close', () => server.close() && 'bye')
      router.get('/who', () => process.pid)
      const server = createServer(router)
      return server
    }`)
  const options = { workers: 1, restart: { delay: 1 } }
  const { cluster, ...at } = await start(app, options)
  const pid = await ask(at, '/who')
  const ready = next(cluster, 'ready')
  await request(at, '/close')
  await ready
  assert.notEqual(await ask(at, '/who'), pid)
  await cluster.close()
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

/** @param {{ host: string, port: number }} where nobody is to listen */
async function listenOnce({ host, port }) {
  const server = net.createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
}

test('the port is free when kill() has resolved', async () => {
  for (const workers of [1, 4, 1, 4]) {
    const { cluster, ...app } = await start(WHO, { workers })
    await cluster.kill()
    await listenOnce(app)
  }
})

test('also when an end is told before the last words are read', async () => {
  const { cluster, ...app } = await start(WHO)
  const [first, second] = pidsOf(cluster)
  const lock = new Int32Array(new SharedArrayBuffer(4))
  // It has ended before this process can see anything of it.
  const end = (/** @type {number | undefined} */ pid) => {
    process.kill(pid ?? 0, 'SIGKILL')
    Atomics.wait(lock, 0, 0, 100)
  }
  const killed = new Promise((resolve) => {
    // After the first one's channel, its end is told, and the second's with it.
    nodeCluster.once('disconnect', () => {
      end(second)
      resolve(cluster.kill())
    })
  })
  end(first)
  await killed
  await listenOnce(app)
})

test('what it is given is checked', async () => {
  /** @type {[any, any, RegExp][]} */
  const wrong = [
    ['./app.js', {}, /app: '\.\/app\.js', expected the URL/],
    [null, {}, /app: null/],
    [WHO, { workers: 0 }, /workers: 0, expected 'auto' or an integer/],
    [WHO, { workers: 'all' }, /workers: 'all'/],
    [WHO, { port: 65_536 }, /port: 65536/],
    [WHO, { host: '' }, /host: ''/],
    [WHO, { data: () => {} }, /data: \[Function: data\]/],
    [WHO, { readyTimeout: -1 }, /readyTimeout: -1/],
    [WHO, { drainTimeout: '1s' }, /drainTimeout: '1s'/],
    [WHO, { hungAfter: 2 ** 31 }, /hungAfter: 2147483648/],
    [WHO, { restart: { delay: 0 } }, /serve: restart: got delay: 0/],
    [WHO, { restart: { retries: 1 } }, /'retries'/],
    [WHO, { log: console.log }, /log: /],
    [WHO, { output: 'file' }, /output: 'file'/],
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

test('an address of IPv6 is one that a client can ask', async (t) => {
  const addresses = Object.values(os.networkInterfaces()).flat()
  if (!addresses.some((one) => one?.address === '::1')) {
    return t.skip('no IPv6 here')
  }
  const { cluster } = await start(WHO, { host: '::1' })
  assert.equal((await fetch(`${cluster.url}/who`)).status, 200)
  await cluster.close()
})

test('the address names TLS, and the host that was given', async () => {
  const app = moduleOf(`
    export default ({ data: engine }) =>
      createServer(new Router(), { engine, tls: {} })`)
  for (const data of ['net', 'http']) {
    const { cluster, host, port } = await start(app, { workers: 1, data })
    assert.equal(cluster.url, `https://${host}:${port}`)
    await cluster.close()
  }
  const all = { workers: 1, host: '0.0.0.0' }
  const { cluster, port } = await start(WHO, all)
  assert.equal(cluster.url, `http://localhost:${port}`)
  await cluster.close()
})
