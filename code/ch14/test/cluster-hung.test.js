import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { BUSY } from './cluster-clients.js'
import { ask, isRunning, next, start } from './clusters.js'
import { within } from './support.js'

const QUICK = { hungAfter: 1000, restart: { delay: 1 } }

/** @param {{ host: string, port: number }} app @param {string} path */
function send({ host, port }, path) {
  const socket = net.connect(port, host)
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return within(closed, 'the end of the connection')
}

test('a worker that loops for ever is noticed, and replaced', async () => {
  const { cluster, ...app } = await start(BUSY, { ...QUICK, workers: 1 })
  const [{ pid }] = cluster.workers
  const exit = next(cluster, 'exit')
  const closed = send(app, '/loop')
  const { reason, signal, ...hung } = await exit
  assert.deepEqual([reason, signal], ['hung', 'SIGKILL'])
  assert.deepEqual([hung.id, hung.pid], [1, pid])
  await closed
  await next(cluster, 'ready')
  assert.notEqual((await ask(app, '/who')).pid, pid)
  await cluster.close()
})

test('one that is stopped is, too', async () => {
  const { cluster } = await start(BUSY, { ...QUICK, workers: 1 })
  const [{ pid = 0 }] = cluster.workers
  const exit = next(cluster, 'exit')
  process.kill(pid, 'SIGSTOP')
  assert.equal((await exit).reason, 'hung')
  assert.equal(isRunning(pid), false)
  await cluster.close()
})

test('one that is only slow is not', async () => {
  const { cluster, ...app } = await start(BUSY, {
    ...QUICK,
    ...{ workers: 1, hungAfter: 2000 },
  })
  const [{ pid }] = cluster.workers
  cluster.on('exit', ({ reason }) => assert.notEqual(reason, 'hung'))
  for (let i = 0; i < 4; i++) {
    assert.equal((await ask(app, '/slow/700')).pid, pid)
  }
  await cluster.close()
})

test('one that hangs while it leaves has the limit of those that leave', async () => {
  const { cluster } = await start(BUSY, {
    ...QUICK,
    ...{ workers: 1, drainTimeout: 2500 },
  })
  const [{ pid = 0 }] = cluster.workers
  const exit = next(cluster, 'exit')
  cluster.once('ready', () => process.kill(pid, 'SIGSTOP'))
  await cluster.reload()
  assert.equal((await exit).reason, 'drain-timeout')
  await cluster.close()
})

test('a primary that was stalled kills no worker', async () => {
  const { cluster } = await start(BUSY, QUICK)
  const before = cluster.workers
  await next(cluster, 'message')
  const end = performance.now() + 2 * QUICK.hungAfter
  while (performance.now() < end);
  // By then all of them have been heard again.
  for (let i = 0; i < 4; i++) await next(cluster, 'message')
  assert.deepEqual(cluster.workers, before)
  await cluster.close()
})
