import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { library } from './library.js'
import { OWN_HOST, PATIENCE, request, within } from './support.js'

const { serve } = await library('lib/cluster/index.js')

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

const APP = new URL('./apps/leaving.js', import.meta.url)

/**
 * Two workers that end with the test.
 *
 * @param {import('node:test').TestContext} t
 * @param {number} drainDelay in ms
 */
async function start(t, drainDelay) {
  const running = await serve(APP, {
    log: { info() {}, warn() {}, error() {} },
    host: OWN_HOST,
    port: 0,
    workers: 2,
    drainDelay,
  })
  t.after(() => running.kill())
  return { running, at: { host: OWN_HOST, port: running.address().port } }
}

/**
 * Asks all workers: connections are dealt out in turn.
 *
 * @param {{ host: string, port: number }} at
 * @param {string} path
 */
const askAll = (at, path) =>
  Promise.all([request(at, path), request(at, path), request(at, path)])

/**
 * Waits until all workers say that they leave: each learns of it by itself.
 *
 * @param {{ host: string, port: number }} at
 */
async function allLeaving(at) {
  const begun = performance.now()
  for (;;) {
    const answers = await askAll(at, '/ready')
    if (answers.every(({ status }) => status === 503)) return answers
    assert(performance.now() - begun < PATIENCE, 'one is still ready')
  }
}

test('workers that are about to leave are not ready, and go on answering', async (t) => {
  const { running, at } = await start(t, PATIENCE * 100)
  for (const { status } of await askAll(at, '/ready')) assert.equal(status, 200)
  running.close()
  for (const { status, text } of await allLeaving(at)) {
    assert.equal(status, 503)
    assert.deepEqual(JSON.parse(text).failed, ['leaving'])
  }
  for (const { text } of await askAll(at, '/sky')) assert.equal(text, 'clear')
})

test('so are those that were not ready yet', async (t) => {
  const { running, at } = await start(t, PATIENCE * 100)
  const isReady = once(running, 'ready')
  running.reload().catch(() => {})
  const states = () =>
    running.workers.map((/** @type {any} */ one) => one.state)
  while (!states().includes('starting')) await turn()
  running.close()
  await within(isReady, 'a worker to be ready', 4 * PATIENCE)
  await allLeaving(at)
})

test('a worker that gets a SIGTERM of its own is no reason to leave', async (t) => {
  const { running, at } = await start(t, PATIENCE * 100)
  process.kill(running.workers[0].pid, 'SIGTERM')
  // Its heartbeats go on, too.
  for (let i = 0; i < 3; i++) await once(running, 'message')
  for (const { status } of await askAll(at, '/ready')) assert.equal(status, 200)
})

test('a SIGTERM to all processes is an orderly end', async (t) => {
  const { running } = await start(t, 10)
  /** @type {any[]} */
  const ends = []
  running.on('exit', (/** @type {any} */ end) => ends.push(end))
  for (const { pid } of running.workers) process.kill(pid, 'SIGTERM')
  await within(running.close(), 'the cluster to close', 4 * PATIENCE)
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0],
  )
})

test('when the delay is over, they leave', async (t) => {
  const { running } = await start(t, 10)
  const ended = once(running, 'exit')
  await within(running.close(), 'the cluster to close', 4 * PATIENCE)
  const [{ reason, code }] = await ended
  assert.deepEqual([reason, code], ['close', 0])
})

test('nothing is replaced or reloaded while they wait', async (t) => {
  const { running } = await start(t, PATIENCE * 100)
  running.close()
  await assert.rejects(running.reload(), { code: 'ERR_VELOCY_CLUSTER_RELOAD' })
})
