import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { BUSY } from './cluster-clients.js'
import { ask, isRunning, next, start } from './clusters.js'
import { within } from './support.js'

const QUICK = { heartbeat: 50, hungAfter: 1000, restart: { delay: 1 } }

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
  const hung = next(cluster, 'hung')
  const exit = next(cluster, 'exit')
  const closed = send(app, '/loop')
  assert.deepEqual(await hung, { id: 1, pid, generation: 0 })
  const { reason, signal } = await exit
  assert.deepEqual([reason, signal], ['hung', 'SIGKILL'])
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
  cluster.on('hung', () => assert.fail('it was taken for hung'))
  for (let i = 0; i < 4; i++) {
    assert.equal((await ask(app, '/slow/700')).pid, pid)
  }
  await cluster.close()
})

test('with hungAfter 0, nobody looks', async () => {
  const { cluster } = await start(BUSY, { ...QUICK, hungAfter: 0, workers: 1 })
  const [{ pid = 0 }] = cluster.workers
  cluster.on('hung', () => assert.fail('somebody has looked'))
  process.kill(pid, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 500))
  assert.equal(isRunning(pid), true)
  process.kill(pid, 'SIGCONT')
  await cluster.close()
})

test('one that hangs while it leaves has the limit of those that leave', async () => {
  const { cluster } = await start(BUSY, {
    ...QUICK,
    ...{ workers: 1, drainTimeout: 2500 },
  })
  const [{ pid = 0 }] = cluster.workers
  cluster.on('hung', () => assert.fail('it was taken for hung'))
  const exit = next(cluster, 'exit')
  cluster.once('ready', () => process.kill(pid, 'SIGSTOP'))
  await cluster.reload()
  assert.equal((await exit).reason, 'drain-timeout')
  await cluster.close()
})

test('one that hangs while it leaves, without a limit, is noticed', async () => {
  const { cluster } = await start(BUSY, {
    ...QUICK,
    ...{ workers: 1, drainTimeout: 0 },
  })
  const [{ pid = 0 }] = cluster.workers
  const exit = next(cluster, 'exit')
  cluster.once('ready', () => process.kill(pid, 'SIGSTOP'))
  const reloaded = cluster.reload()
  assert.equal((await exit).reason, 'hung')
  await reloaded
  await cluster.close()
})

test('limits are not so short that nobody can be heard within', async () => {
  await assert.rejects(start(BUSY, { heartbeat: 1000, hungAfter: 1999 }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message:
      'serve: got hungAfter: 1999, expected 0, or twice heartbeat (1000) at ' +
      'the least',
  })
})
