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

test('what crashes again and again is tried now and then', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const data = path.join(folder, 'bad-day')
  /** @type {[string, any][]} */
  const lines = []
  const write =
    (/** @type {string} */ level) =>
    /** @param {any[]} line */
    (...line) =>
      void lines.push([level, line])
  const log = /** @type {any} */ (
    Object.fromEntries(['info', 'warn', 'error'].map((n) => [n, write(n)]))
  )
  const restart = { delay: 1, maxDelay: 300, healthyAfter: 100, breaker: 3 }
  const options = { data, restart, log }
  const { cluster: ours, ...app } = await start(MOODY, options)
  writeFileSync(data, '')
  /** @type {any[]} */
  const exits = []
  ours.on('exit', (exit) => exits.push(exit))
  let breakers = 0
  ours.on('breaker', () => breakers++)
  const opened = next(ours, 'breaker')
  await assert.rejects(request(app, '/exit'))
  const { isOpen, id, crashes } = await opened
  assert.deepEqual({ isOpen, crashes }, { isOpen: true, crashes: 3 })
  assert.deepEqual(new Set(exits.map((exit) => exit.id)), new Set([id]))
  assert.match(exits[1].failure.text, /^Error: a bad day/)
  assert.equal(exits.length, 3)
  // The other one goes on, and so does the primary.
  const { pid } = await ask(app, '/who')
  assert.equal(ours.workers[2 - id].pid, pid)
  const closed = next(ours, 'breaker')
  // Trying again is not opening again.
  await next(ours, 'exit')
  assert.equal(breakers, 1)
  rmSync(data)
  assert.equal((await next(ours, 'ready')).id, id)
  assert.deepEqual(await closed, { isOpen: false, id, crashes: exits.length })
  const told = lines.filter(([level]) => level === 'warn')
  assert.match(told.at(-1)?.[1][0], /all are started/)
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

test('a worker whose server is closed is replaced', async () => {
  const app = moduleOf(`
    const router = new Router()
    const server = createServer(router)
    router.get('/close', () => void setImmediate(() => server.close()) ?? '')
    export default server`)
  const restart = { delay: 1 }
  const { cluster: ours, ...address } = await start(app, { restart })
  const left = next(ours, 'exit')
  const ready = next(ours, 'ready')
  await request(address, '/close')
  const { id, code, reason } = await left
  assert.deepEqual([code, reason], [0, 'crash'])
  assert.equal((await ready).id, id)
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
  const options = { workers: 1, heartbeat: 10, hungAfter: 0 }
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

test('data that no message can carry any more does not end the primary', async () => {
  const data = /** @type {any} */ ({})
  const { cluster: ours } = await start(WHO, { data })
  const before = ours.workers
  data.save = () => {}
  await assert.rejects(ours.reload(), {
    code: 'ERR_VELOCY_CLUSTER_RELOAD',
    message: /did not start: \(\) => \{\} could not be cloned/,
  })
  assert.deepEqual(ours.workers, before)
  delete data.save
  await ours.reload()
  await ours.close()
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
