import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { library } from './library.js'
import { OWN_HOST, PATIENCE, request, within } from './support.js'

const { publish, serve, subscribe } = await library('lib/cluster/index.js')

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

const APP = new URL('./apps/topics.js', import.meta.url)

/** @type {any} */
let running
after(() => running?.kill())

/** A cluster that ends with the test file, or when the next one starts. */
async function start(workers = 2) {
  await running?.kill()
  running = await serve(APP, {
    log: { info() {}, warn() {}, error() {} },
    data: { engine: process.env.VELOCY_ENGINE },
    host: OWN_HOST,
    port: 0,
    workers,
    signals: false,
  })
  return { cluster: running, host: OWN_HOST, port: running.address().port }
}

/** @param {any} app @param {string} path */
const post = async (app, path) =>
  JSON.parse((await request(app, path, { method: 'POST' })).text)

/**
 * Asks all workers until they have heard something.
 *
 * @param {any} app
 * @param {(answer: any) => boolean} isEnough
 */
async function untilHeard(app, isEnough) {
  /** @type {Map<number, any>} */
  const answers = new Map()
  const end = performance.now() + 4 * PATIENCE
  while (answers.size < app.cluster.settings.workers) {
    assert.ok(performance.now() < end, 'not all workers have heard it')
    const answer = JSON.parse((await request(app, '/heard')).text)
    if (isEnough(answer)) answers.set(answer.id, answer)
  }
  return [...answers.values()]
}

test('all subscribers of all workers get each value once, in one order', async (t) => {
  const app = await start()
  /** @type {any[]} */
  const inPrimary = []
  t.after(
    subscribe('news', (/** @type {any} */ value) => inPrimary.push(value)),
  )
  const names = Array.from({ length: 20 }, (_, index) => `${index}`)
  const ids = await Promise.all(
    names.map((name) => post(app, `/publish?name=${name}&count=50`)),
  )
  assert.equal(new Set(ids.map(({ id }) => id)).size, 2)
  publish('news', 'from the primary')
  const isAll = (/** @type {any} */ { heard }) => heard[0].length > 1000
  const answers = await untilHeard(app, isAll)
  const lists = answers.flatMap(({ heard }) => heard)
  assert.equal(lists.length, 4)
  for (const list of lists) assert.deepEqual(list, inPrimary)
  for (const name of names) {
    const numbers = inPrimary
      .filter((value) => value.name === name)
      .map(({ number }) => number)
    assert.deepEqual(
      numbers,
      Array.from({ length: 50 }, (_, index) => index),
    )
  }
})

test('a worker that is killed is missed by nobody', async () => {
  const app = await start()
  const exit = once(app.cluster, 'exit')
  request(app, '/publish-and-die', { method: 'POST' }).catch(() => {})
  const [{ id }] = await within(exit, 'the end of a worker')
  await within(once(app.cluster, 'ready'), 'a new one', 4 * PATIENCE)
  await post(app, '/publish?name=after&count=1')
  const after = { name: 'after', number: 0 }
  const isAll = (/** @type {any} */ { heard }) =>
    heard[0].at(-1)?.name === 'after'
  for (const answer of await untilHeard(app, isAll)) {
    const expected = answer.id === id ? [after] : ['last words', after]
    assert.deepEqual(answer.heard, [expected, expected])
  }
})

test('a worker that does not read gets the rest later, and nobody waits for it', async (t) => {
  const app = await start()
  const folder = mkdtempSync(path.join(tmpdir(), 'topics-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'go on')
  const busy = Promise.withResolvers()
  t.after(subscribe('news', busy.resolve))
  const blocked = post(app, `/block?until=${encodeURIComponent(file)}`)
  await within(busy.promise, 'a worker to be busy', 4 * PATIENCE)
  for (let i = 0; i < 50; i++) {
    // The other one says when it has heard it.
    const heard = Promise.withResolvers()
    const stop = subscribe('heard', heard.resolve)
    publish('large', 'x'.repeat(100_000))
    await within(heard.promise, 'the other worker', 4 * PATIENCE)
    stop()
  }
  writeFileSync(file, '')
  await blocked
  const isAll = (/** @type {any} */ { heard }) => heard[0].length > 50
  await untilHeard(app, isAll)
})
