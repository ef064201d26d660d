import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { moduleOf, next, SHARING, start, startProgram } from './clusters.js'
import { addressOf, library } from './library.js'
import { OWN_HOST, request, within } from './support.js'

const { store } = await library('lib/cluster/index.js')

/**
 * @param {{ host: string, port: number }} app
 * @param {unknown[][]} asked in one turn
 */
async function ask(app, asked) {
  const { text } = await request(app, '/store', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  return JSON.parse(text)
}

/** @param {...string} keys of other tests: the primary is this process */
const forget = (...keys) => Promise.all(keys.map((key) => store.delete(key)))

test('workers count as one: no increment is lost', async () => {
  const { cluster, ...app } = await start(SHARING)
  const increment = ['increment', '__proto__']
  const all = await Promise.all(
    Array.from({ length: 20 }, () => ask(app, Array(50).fill(increment))),
  )
  const ids = new Set(all.map(({ id }) => id))
  assert.equal(ids.size, 2)
  const values = all.flatMap(({ results }) =>
    results.map((/** @type {any} */ { value }) => value),
  )
  values.sort((a, b) => a - b)
  const expected = Array.from({ length: 1000 }, (_, index) => index + 1)
  assert.deepEqual(values, expected)
  await cluster.close()
})

/** What is asked for, and what comes back: in a cluster, and without. */
/** @type {[unknown[], any][]} */
const DIALOGUE = [
  [['get', 'a'], {}],
  [['set', 'a', { list: [1, null, 'ü'] }], {}],
  [['get', 'a'], { value: { list: [1, null, 'ü'] } }],
  [['increment', 'a'], { code: 'ERR_VELOCY_STORE_NUMBER' }],
  [['delete', 'a'], { value: true }],
  [['delete', 'a'], { value: false }],
  [['get', 'a'], {}],
  [['set', 'null', null], {}],
  [['get', 'null'], { value: null }],
  [['set', '', 'empty'], {}],
  [['get', ''], { value: 'empty' }],
  [['increment', 'n', -2.5], { value: -2.5 }],
  [['increment', 'n', 1, { ttl: 60_000 }], { value: -1.5 }],
  [['get', '__proto__'], {}],
  [['set', '__proto__', 1], {}],
  [['get', '__proto__'], { value: 1 }],
  [['get', 'toString'], {}],
  [['get', 7], { code: 'ERR_VELOCY_BAD_OPTION' }],
  [['set', 'a', 1, { ttl: 0 }], { code: 'ERR_VELOCY_BAD_OPTION' }],
  [['set', 'a', 1, { tll: 9 }], { code: 'ERR_VELOCY_BAD_OPTION' }],
  [['increment', 'a', '1'], { code: 'ERR_VELOCY_BAD_OPTION' }],
]

test('a store says the same in a cluster and without one', async () => {
  const { cluster, ...app } = await start(SHARING)
  await forget('a', 'null', '', 'n', '__proto__')
  const { results } = await ask(
    app,
    DIALOGUE.map(([question]) => question),
  )
  const expected = DIALOGUE.map(([, answer]) => answer)
  assert.deepEqual(results, expected)
  await forget('a', 'null', '', 'n', '__proto__')
  const alone = await Promise.allSettled(
    DIALOGUE.map(([[method, ...args]]) =>
      store[/** @type {'get'} */ (method)](.../** @type {[any]} */ (args)),
    ),
  )
  const said = alone.map((/** @type {any} */ { value, reason }) =>
    JSON.parse(JSON.stringify(reason ? { code: reason.code } : { value })),
  )
  assert.deepEqual(said, expected)
  await cluster.close()
})

test('the questions of a turn go as one message', async () => {
  const { cluster, ...app } = await start(SHARING)
  /** @type {number[]} */
  const counts = []
  cluster.on('message', (_child, message) => {
    if (message.velocy === 'questions') counts.push(message.questions.length)
  })
  await ask(app, Array(50).fill(['increment', 'turn']))
  assert.deepEqual(counts, [50])
  await cluster.close()
})

test('an answer that fails leaves those around it alone', async () => {
  const { cluster, ...app } = await start(SHARING)
  const { results } = await ask(app, [
    ['set', 'text', 'seven'],
    ['increment', 'text'],
    ['get', 'text'],
  ])
  const failed = { code: 'ERR_VELOCY_STORE_NUMBER' }
  assert.deepEqual(results, [{}, failed, { value: 'seven' }])
  await cluster.close()
})

test('what JSON cannot hold is refused, and the store goes on', async () => {
  /** @type {any} */
  const circular = {}
  circular.self = circular
  for (const value of [undefined, () => {}, Symbol('a')]) {
    await assert.rejects(store.set('a', value), {
      code: 'ERR_VELOCY_BAD_OPTION',
    })
  }
  for (const value of [10n, circular]) {
    await assert.rejects(store.set('a', value), TypeError)
  }
  await store.set('a', { one: 1, at: new Date(0) })
  assert.deepEqual(await store.get('a'), {
    one: 1,
    at: '1970-01-01T00:00:00.000Z',
  })
})

test('a key has a limit, as visitors may choose it', async () => {
  assert.equal(await store.increment('k'.repeat(1024)), 1)
  await assert.rejects(store.increment('k'.repeat(1025)), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
})

test('what comes out of a store is a copy', async () => {
  const list = [1]
  await store.set('a', list)
  list.push(2)
  const copy = await store.get('a')
  copy.push(3)
  assert.deepEqual(await store.get('a'), [1])
})

test('an entry is gone when its time is over', async () => {
  await store.set('set', 1, { ttl: 20 })
  await store.increment('sum', 1, { ttl: 20 })
  await store.set('later', 1, { ttl: 60_000 })
  const isThere = async (/** @type {string} */ key) =>
    (await store.get(key)) !== undefined
  const both = (async () => {
    while ((await isThere('set')) || (await isThere('sum'))) await nextTurn()
  })()
  await within(both, 'the entries to expire')
  assert.equal(await isThere('later'), true)
})

test('a worker that is killed with questions under way leaves the store whole', async () => {
  const { cluster, ...app } = await start(SHARING)
  const left = next(cluster, 'exit')
  const flood = request(app, '/flood?count=5000', { method: 'POST' })
  await assert.rejects(flood)
  assert.equal((await left).signal, 'SIGKILL')
  const { results } = await ask(app, [['increment', 'flood']])
  // All of a message counts, or nothing.
  assert.ok([1, 5001].includes(results[0].value), results[0].value)
  await cluster.close()
})

test('when the primary is gone, questions fail at once, and clients get answers', async () => {
  const { href } = moduleOf(`
    import { store } from '${addressOf('lib/cluster/index.js')}'
    const router = new Router()
    const codeOf = (asked) => asked.then(String, ({ code }) => code)
    router.get('/end', async () => {
      await store.increment('a')
      // It is so slow that it does not answer any more.
      process.kill(process.ppid, 'SIGSTOP')
      const asked = codeOf(store.increment('a'))
      setTimeout(() => process.kill(process.ppid, 'SIGKILL'), 50)
      return [await asked, await codeOf(store.get('a'))]
    })
    export default router`)
  const primary = startProgram(`
    const options = { workers: 1, port: 0, host: '${OWN_HOST}' }
    const { url } = await serve(new URL(${JSON.stringify(href)}), options)
    console.log(url)`)
  const [line] = await within(once(primary.stdout, 'data'), 'the address')
  const { port } = new URL(String(line))
  const app = { host: OWN_HOST, port: Number(port) }
  const { text } = await request(app, '/end')
  assert.deepEqual(JSON.parse(text), [
    'ERR_VELOCY_PRIMARY_GONE',
    'ERR_VELOCY_PRIMARY_GONE',
  ])
})
