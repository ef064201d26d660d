import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { ask, moduleOf, next, start, WHO } from './clusters.js'
import { request } from './support.js'

/** It starts as long as a file is not there. */
const MOODY = moduleOf(`
  import { existsSync } from 'node:fs'
  export default ({ data }) => {
    if (existsSync(data)) throw new Error('a bad day')
    const router = new Router()
    router.get('/who', () => ({ pid: process.pid }))
    router.get('/exit', () => process.exit(3))
    return router
  }`)

test('what crashes again and again is tried until it lives', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const data = path.join(folder, 'bad-day')
  /** @type {any[]} */
  const warnings = []
  const warn = (/** @type {any[]} */ ...line) => void warnings.push(line)
  const log = /** @type {any} */ ({ info() {}, warn, error() {} })
  const restart = { delay: 1, maxDelay: 100 }
  const { cluster: ours, ...app } = await start(MOODY, { data, restart, log })
  writeFileSync(data, '')
  await assert.rejects(request(app, '/exit'))
  const { id } = await next(ours, 'exit')
  // The other one goes on, and so does the primary.
  const { pid } = await ask(app, '/who')
  assert.equal(ours.workers[2 - id].pid, pid)
  const second = await next(ours, 'exit')
  assert.deepEqual([second.id, second.reason], [id, 'crash'])
  assert.match(second.failure.stack, /^Error: a bad day/)
  rmSync(data)
  assert.equal((await next(ours, 'ready')).id, id)
  const [, fields] = warnings[1]
  assert.deepEqual([fields.worker, fields.code], [id, 1])
  assert.match(fields.error, /^Error: a bad day/)
})

/** @param {import('../lib/cluster/index.js').Cluster} cluster */
function killAll({ workers }) {
  for (const { pid = 0 } of workers) process.kill(pid, 'SIGKILL')
}

test('workers that crash together come back one after the other', async () => {
  const restart = { delay: 1000 }
  const { cluster: ours } = await start(WHO, { workers: 3, restart })
  const begun = performance.now()
  killAll(ours)
  /** @type {number[]} */
  const waits = []
  for (let i = 0; i < 3; i++) {
    await next(ours, 'ready')
    waits.push(performance.now() - begun)
  }
  // Of 1000, 2000 and 4000, chance takes up to half.
  for (const [i, least] of [500, 1000, 2000].entries()) {
    assert.ok(waits[i] >= least, `${waits}`)
  }
})

test('a worker that has lived long enough ends the row of crashes', async () => {
  const restart = { delay: 400, maxDelay: 600_000, healthyAfter: 1 }
  const { cluster: ours } = await start(WHO, { workers: 1, restart })
  // The eighth wait in a row would be longer than the test waits.
  for (let crash = 1; crash <= 8; crash++) {
    const ready = next(ours, 'ready')
    killAll(ours)
    await ready
  }
})

test('a worker that cannot even be forked is tried again', async (t) => {
  const restart = { delay: 1 }
  const { cluster: ours, ...app } = await start(MOODY, { data: '', restart })
  const fail = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  }
  const fork = t.mock.method(cluster, 'fork', fail)
  let forks = 0
  const failed = new Promise((resolve) => {
    fork.mock.mockImplementation(() => {
      if (++forks === 2) resolve(undefined)
      return fail()
    })
  })
  await assert.rejects(request(app, '/exit'))
  await failed
  fork.mock.restore()
  await next(ours, 'ready')
})

test('what is not ours of messages is left alone', async () => {
  const app = moduleOf(`export default () => {
    for (const message of [null, 1, 'velocy', {}, { velocy: 1 }]) {
      process.send(message)
    }
    process.send({ velocy: 'later' })
    const router = new Router()
    router.get('/again', () => process.send({ velocy: 'ready', address: {} }))
    return router
  }`)
  const options = { workers: 1, hungAfter: 5000 }
  const { cluster: ours, ...address } = await start(app, options)
  let readies = 0
  ours.on('ready', () => readies++)
  await request(address, '/again')
  await next(ours, 'message')
  assert.equal(ours.workers[0].state, 'ready')
  assert.equal(readies, 0)
})

test('a worker that fails in its last words is understood', async () => {
  const app = moduleOf(`export default ({ id }) => {
    if (id === 1) return new Router()
    throw new Error('x'.repeat(1_000_000))
  }`)
  await assert.rejects(start(app), (/** @type {any} */ { message }) => {
    assert.equal(message.length, 1_000_000 + 'Worker 2 did not start: '.length)
    return true
  })
})

test('data is what it was when serve() was called', async () => {
  const data = /** @type {any} */ ({ version: 1 })
  const { cluster: ours, ...app } = await start(WHO, { data })
  Object.assign(data, { version: 2, save() {} })
  await ours.reload()
  assert.deepEqual((await ask(app, '/who')).data, { version: 1 })
})

test('an error that a worker has survived is not said to have ended it', async () => {
  const app = moduleOf(`export default () => {
    process.on('uncaughtException', () => {})
    const router = new Router()
    router.get('/throw', (req, res) => {
      setImmediate(() => res.end('thrown'))
      setImmediate(() => { throw new Error('survived') })
    })
    return router
  }`)
  const { cluster: ours, ...at } = await start(app, { workers: 1 })
  await request(at, '/throw')
  await request(at, '/throw')
  const exit = next(ours, 'exit')
  process.kill(ours.workers[0].pid ?? 0, 'SIGKILL')
  assert.equal((await exit).failure, undefined)
  await ours.close()
})
