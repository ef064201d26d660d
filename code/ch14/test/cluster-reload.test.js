import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BUSY, begin, reloadUnderLoad, storm } from './cluster-clients.js'
import {
  ask,
  fileOf,
  isRunning,
  next,
  PATIENCE,
  start,
  WHO,
} from './clusters.js'

/** @param {import('../lib/cluster/index.js').Cluster} cluster */
const pidsOf = (cluster) => cluster.workers.map(({ pid }) => pid)

test('a reload replaces all workers, one after the other', async () => {
  const { cluster, ...app } = await start(WHO)
  const before = pidsOf(cluster)
  /** @type {string[]} */
  const events = []
  for (const event of ['ready', 'exit']) {
    cluster.on(event, ({ id, generation, reason }) => {
      events.push(`${event} ${id} ${generation} ${reason ?? ''}`.trim())
    })
  }
  const told = next(cluster, 'reload')
  assert.deepEqual(await cluster.reload(), { replaced: 2 })
  assert.deepEqual(await told, { generation: 1, replaced: 2 })
  assert.deepEqual(events, [
    'ready 1 1',
    'exit 1 0 reload',
    'ready 2 1',
    'exit 2 0 reload',
  ])
  assert.deepEqual(
    cluster.workers.map(({ id, generation, state }) => [id, generation, state]),
    [
      [1, 1, 'ready'],
      [2, 1, 'ready'],
    ],
  )
  assert.equal(before.some(isRunning), false)
  assert.equal((await ask(app, '/who')).generation, 1)
  await cluster.close()
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: nothing is lost through a reload unseen`, () =>
    reloadUnderLoad({ data: { engine } }))
}

test('with one worker, too', async () => {
  const { cluster, ...app } = await start(BUSY, { workers: 1 })
  const stop = storm(app)
  for (let i = 0; i < 3; i++) await cluster.reload()
  const { errors } = await stop()
  assert.deepEqual(errors, [])
  await cluster.close()
})

test('a version that does not start leaves all as it is', async () => {
  const version = (/** @type {number} */ number) => `
    const router = new Router()
    router.get('/who', () => ${number})
    export default router`
  const { file, write } = fileOf(version(1))
  const { cluster, ...app } = await start(file)
  const before = pidsOf(cluster)
  const told = next(cluster, 'reload')
  write('export default nonsense')
  await assert.rejects(cluster.reload(), {
    code: 'ERR_VELOCY_CLUSTER_RELOAD',
    message:
      'Replaced 0 of 2 workers: Worker 1 did not start: nonsense is not defined',
    replaced: 0,
  })
  assert.equal((await told).error.code, 'ERR_VELOCY_CLUSTER_RELOAD')
  assert.deepEqual(pidsOf(cluster), before)
  assert.equal(await ask(app, '/who'), 1)
  write(version(2))
  await cluster.reload()
  assert.equal(await ask(app, '/who'), 2)
  await cluster.close()
})

test('one that does not become ready in time neither', async () => {
  const { file, write } = fileOf('export default new Router()')
  const { cluster } = await start(file)
  const before = pidsOf(cluster)
  cluster.settings.readyTimeout = 500
  write('await new Promise(() => setInterval(() => {}, 1000))')
  await assert.rejects(cluster.reload(), {
    message: /Worker 1 did not start: it was not ready within 500 ms/,
  })
  assert.deepEqual(pidsOf(cluster), before)
  await cluster.close()
})

test('a reload that ends half-way tells how far it came', async () => {
  const { file } = fileOf(`
    export default ({ id, generation }) => {
      if (id === 2 && generation === 1) throw Error('not me')
      return new Router()
    }`)
  const { cluster } = await start(file, { workers: 3 })
  await assert.rejects(cluster.reload(), {
    replaced: 1,
    message: /Replaced 1 of 3 .+: Worker 2 did not start: not me/,
  })
  assert.deepEqual(
    cluster.workers.map(({ generation }) => generation),
    [1, 0, 0],
  )
  await cluster.close()
})

test('calls during a reload share the next one', async () => {
  const { cluster } = await start(WHO)
  const first = cluster.reload()
  await nextTurn()
  const others = [cluster.reload(), cluster.reload(), cluster.reload()]
  let isFirstOver = false
  first.then(() => {
    isFirstOver = true
  })
  await Promise.race(others)
  assert.equal(isFirstOver, true)
  await Promise.all(others)
  assert.deepEqual(
    cluster.workers.map(({ generation }) => generation),
    [2, 2],
  )
  await cluster.close()
})

test('close() during a reload ends it, and all workers', async () => {
  const { cluster } = await start(WHO)
  const pids = pidsOf(cluster)
  const reload = cluster.reload()
  const failed = assert.rejects(reload, { code: 'ERR_VELOCY_CLUSTER_RELOAD' })
  while (cluster.children.size < 3) await nextTurn()
  for (const { pid } of cluster.children) pids.push(pid)
  await cluster.close()
  await failed
  assert.equal(new Set(pids).size, 3)
  assert.deepEqual(pids.filter(isRunning), [])
  await assert.rejects(cluster.reload(), {
    code: 'ERR_VELOCY_CLUSTER_RELOAD',
    message: /the cluster is closing/,
  })
})

test('a place where nobody is gets its worker by a reload', async () => {
  const { cluster } = await start(WHO, { restart: { delay: 60_000 } })
  const [{ pid }] = cluster.workers
  const exit = next(cluster, 'exit')
  process.kill(pid ?? 0, 'SIGKILL')
  await exit
  assert.equal(cluster.workers[0].state, 'waiting')
  assert.deepEqual(await cluster.reload(), { replaced: 2 })
  assert.deepEqual(
    cluster.workers.map(({ generation }) => generation),
    [1, 1],
  )
  await cluster.close()
})

test('a worker that crashes while another is to follow it is not missed', async () => {
  const { cluster } = await start(WHO, { restart: { delay: 1 } })
  const [{ pid }] = cluster.workers
  const reloaded = cluster.reload()
  while (cluster.children.size < 3) await nextTurn()
  process.kill(pid ?? 0, 'SIGKILL')
  await reloaded
  assert.deepEqual(
    cluster.workers.map(({ id, state }) => [id, state]),
    [
      [1, 'ready'],
      [2, 'ready'],
    ],
  )
  await cluster.close()
})

test('a worker that dies while it drains does not hold a reload', async () => {
  const { cluster, ...app } = await start(BUSY, { workers: 1 })
  const { pid, closed, answers } = await begin(app)
  const exit = next(cluster, 'exit')
  const reloaded = cluster.reload()
  await next(cluster, 'ready')
  process.kill(pid, 'SIGKILL')
  const { reason, signal } = await exit
  assert.deepEqual([reason, signal], ['crash', 'SIGKILL'])
  assert.deepEqual(await reloaded, { replaced: 1 })
  // Its client knows: there is no end to its answer.
  await closed
  assert.deepEqual(answers(), [])
  await cluster.close()
})

test('a worker that gets SIGTERM ends what is under way, and is replaced', async () => {
  const restart = { delay: 1 }
  const { cluster, ...app } = await start(BUSY, { restart })
  const { pid, finish } = await begin(app)
  const exit = next(cluster, 'exit')
  const ready = next(cluster, 'ready')
  process.kill(pid, 'SIGTERM')
  // Once it has noticed, the other one answers: two would take turns.
  const asked = performance.now()
  for (let others = 0; others < 4; ) {
    others = (await ask(app, '/who')).pid === pid ? 0 : others + 1
    assert.ok(performance.now() - asked < PATIENCE, 'both answer')
  }
  assert.equal((await finish()).text, `${pid} done`)
  const { id, code } = await exit
  assert.equal(code, 0)
  assert.equal((await ready).id, id)
  await cluster.close()
})

test('one that gets SIGTERM has the same limit as any that leaves', async () => {
  const options = { workers: 1, drainTimeout: 300, restart: { delay: 1 } }
  const { cluster, ...app } = await start(BUSY, options)
  const { pid, closed } = await begin(app)
  const ready = next(cluster, 'ready')
  process.kill(pid, 'SIGTERM')
  await closed
  await ready
  assert.notEqual((await ask(app, '/who')).pid, pid)
  await cluster.close()
})
