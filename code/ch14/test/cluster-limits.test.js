import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUSY, storm } from './cluster-clients.js'
import { fileOf, next, start } from './clusters.js'
import { within } from './support.js'

/** @import { Cluster } from '../lib/cluster/index.js' */

const QUICK = { heartbeat: 50, restart: { healthyAfter: 1 } }

/**
 * Watches whether two places are given away at once.
 *
 * @param {Cluster} cluster
 */
function watchPlaces(cluster) {
  let most = 0
  let least = Infinity
  const look = () => {
    const { children } = cluster
    const ready = children.filter(({ state }) => state === 'ready')
    most = Math.max(most, children.length)
    least = Math.min(least, ready.length)
  }
  for (const event of ['fork', 'ready', 'exit']) cluster.on(event, look)
  return () => ({ most, least })
}

/**
 * @param {Cluster} cluster
 * @param {number} count
 */
const exits = (cluster, count) =>
  within(
    /** @type {Promise<any[]>} */ (
      new Promise((resolve) => {
        /** @type {any[]} */
        const all = []
        cluster.on('exit', (exit) => {
          if (all.push(exit) === count) resolve(all)
        })
      })
    ),
    `${count} exits`,
    20_000,
  )

test('workers that are too old are replaced, never two at once', async () => {
  const { cluster, ...app } = await start(BUSY, {
    ...QUICK,
    ...{ workers: 3, maxAge: 700 },
  })
  const placesOf = watchPlaces(cluster)
  const stop = storm(app, 4)
  const ended = await exits(cluster, 4)
  for (const { reason, code, age } of ended) {
    assert.deepEqual([reason, code], ['age', 0])
    assert.ok(age >= 630, `${age} ms`)
  }
  assert.deepEqual(placesOf(), { most: 4, least: 3 })
  assert.deepEqual((await stop()).errors, [])
  await cluster.close()
})

test('a worker that is too large is replaced', async () => {
  const { file } = fileOf(`
    export default ({ id }) => {
      // One of the two grows.
      globalThis.kept = id === 2 && Buffer.alloc(200 * 1024 * 1024, 1)
      return new Router()
    }`)
  const { cluster } = await start(file, {
    ...QUICK,
    maxMemory: 200 * 1024 * 1024,
  })
  const placesOf = watchPlaces(cluster)
  const ended = await exits(cluster, 2)
  for (const { id, reason, code } of ended) {
    assert.deepEqual([id, reason, code], [2, 'memory', 0])
  }
  assert.deepEqual(placesOf(), { most: 3, least: 2 })
  await cluster.close()
})

test('not before it has lived for a while', async () => {
  const { cluster } = await start(BUSY, {
    ...{ heartbeat: 20, maxMemory: 1, workers: 1 },
    restart: { healthyAfter: 800 },
  })
  const { age } = await next(cluster, 'exit')
  assert.ok(age >= 800, `${age} ms`)
  await cluster.close()
})

test('one whose successor does not start goes on', async () => {
  const { file, write } = fileOf('export default new Router()')
  const { cluster } = await start(file, {
    ...QUICK,
    ...{ workers: 1, maxMemory: 1 },
    restart: { healthyAfter: 1500, maxDelay: 1000 },
  })
  const [{ pid }] = cluster.workers
  write('throw 1')
  /** @type {number[]} */
  const forks = []
  cluster.on('fork', () => forks.push(performance.now()))
  const exit = await next(cluster, 'exit')
  assert.notEqual(exit.pid, pid)
  assert.deepEqual(
    cluster.workers.map((worker) => worker.pid),
    [pid],
  )
  write('export default new Router()')
  const end = await next(cluster, 'exit')
  assert.deepEqual([end.pid, end.reason], [pid, 'memory'])
  // Nobody is tried again at once.
  assert.ok(forks[1] - forks[0] >= 1000)
  await cluster.close()
})

test('a limit and a reload have their turns', async () => {
  const { cluster } = await start(BUSY, { ...QUICK, workers: 3, maxAge: 300 })
  const placesOf = watchPlaces(cluster)
  await cluster.reload()
  assert.deepEqual(placesOf(), { most: 4, least: 3 })
  await cluster.close()
})
