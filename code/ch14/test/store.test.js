import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { moduleOf, next, SHARING, start, startProgram } from './clusters.js'
import { addressOf, library } from './library.js'
import { request, within } from './support.js'

const { openStore } = await library('lib/cluster/index.js')

/**
 * @param {{ host: string, port: number }} app
 * @param {unknown[][]} asked
 */
async function ask(app, asked) {
  const { text } = await request(app, '/store', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  return JSON.parse(text)
}

test('workers count as one: no increment is lost', async () => {
  const { cluster, ...app } = await start(SHARING)
  const increment = ['counts', 'increment', '__proto__']
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
  [['set', 'x'.repeat(5000), 1], { code: 'ERR_VELOCY_STORE_SIZE' }],
  [['increment', 'x'.repeat(5000)], { code: 'ERR_VELOCY_STORE_SIZE' }],
  [['set', 'a', 'x'.repeat(5000)], { code: 'ERR_VELOCY_STORE_SIZE' }],
]
const SMALL = { maxKeys: 100, maxSize: 4096 }

test('a store says the same in a cluster and without one', async () => {
  const data = { store: SMALL }
  const { cluster, ...app } = await start(SHARING, { data })
  const { results } = await ask(
    app,
    DIALOGUE.map(([[method, ...args]]) => ['talk', method, ...args]),
  )
  const expected = DIALOGUE.map(([, answer]) => answer)
  assert.deepEqual(results, expected)
  const store = openStore('talk alone', SMALL)
  const alone = await Promise.allSettled(
    DIALOGUE.map(([[method, ...args]]) =>
      store[/** @type {string} */ (method)](...args),
    ),
  )
  const said = alone.map((/** @type {any} */ { value, reason }) =>
    JSON.parse(JSON.stringify(reason ? { code: reason.code } : { value })),
  )
  assert.deepEqual(said, expected)
  await cluster.close()
})

test('what JSON cannot hold is refused, and the store goes on', async () => {
  const store = openStore('values')
  /** @type {any} */
  const circular = {}
  circular.self = circular
  for (const value of [undefined, () => {}, Symbol('a'), 10n, circular]) {
    await assert.rejects(store.set('a', value), {
      code: 'ERR_VELOCY_STORE_VALUE',
    })
  }
  await store.set('a', { one: 1, at: new Date(0) })
  assert.deepEqual(await store.get('a'), {
    one: 1,
    at: '1970-01-01T00:00:00.000Z',
  })
})

test('what comes out of a store is a copy', async () => {
  const store = openStore('copies')
  const list = [1]
  await store.set('a', list)
  list.push(2)
  const copy = await store.get('a')
  copy.push(3)
  assert.deepEqual(await store.get('a'), [1])
})

test('an entry is gone when its time is over', async () => {
  const store = openStore('times')
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

test('what no store asks for is refused, whoever has sent it', async () => {
  const { operate } = await library('lib/cluster/store.js')
  const limits = { maxKeys: 1, maxSize: 10 }
  operate('sent', 'open', limits)
  operate('sent', 'set', 'a', '1', 1000)
  for (const maxKeys of [-1, 0, NaN, null, '1']) {
    const open = () => operate('sent', 'open', { ...limits, maxKeys })
    assert.throws(open, { code: 'ERR_VELOCY_BAD_OPTION', message: /maxKeys/ })
  }
  for (const operation of ['resize', 'constructor', 'count']) {
    const ask = () => operate('sent', operation, { ...limits, maxKeys: -1 })
    assert.throws(ask, { message: `no ${operation}` })
  }
  assert.equal(operate('sent', 'get', 'a'), '1')
  operate('sent', 'set', 'b', '2', 1000)
  assert.equal(operate('sent', 'get', 'a'), null)
})

test('two limits for one store are an error where the second is named', () => {
  const store = openStore('twice', { maxKeys: 10 })
  assert.equal(openStore('twice', { maxKeys: 10 }), store)
  assert.throws(() => openStore('twice'), {
    code: 'ERR_VELOCY_STORE_LIMITS',
    message: /got .*"maxKeys":100000.*expected .*"maxKeys":10,/,
  })
  assert.throws(() => openStore('', {}), { code: 'ERR_VELOCY_BAD_OPTION' })
  assert.throws(() => openStore('x', { maxKeys: 0 }), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
})

test('a worker that is killed with questions under way harms nobody', async () => {
  const { cluster, ...app } = await start(SHARING)
  const left = next(cluster, 'exit')
  const flood = request(app, '/flood?count=5000', { method: 'POST' })
  await assert.rejects(flood)
  assert.equal((await left).signal, 'SIGKILL')
  const { results } = await ask(app, [['flood', 'increment', 'sum']])
  // All of a message counts, or nothing.
  assert.ok([1, 5001].includes(results[0].value), results[0].value)
  await cluster.close()
})

test('sixty thousand keys in one turn are answered, and bounded', async () => {
  const data = { store: { maxKeys: 50_000 } }
  const { cluster, ...app } = await start(SHARING, { data })
  const { text } = await request(app, '/fill?count=60000', { method: 'POST' })
  assert.equal(text, '60000')
  const seen = await ask(app, [
    ['many', 'get', 'k9999'],
    ['many', 'get', 'k10000'],
    ['many', 'get', 'k59999'],
  ])
  assert.deepEqual(seen.results, [{}, { value: 10_000 }, { value: 59_999 }])
  await cluster.close()
})

test('when the primary is gone, questions fail at once, and clients get answers', async () => {
  const primary = startProgram(`
    import { openStore } from '${addressOf('lib/cluster/index.js')}'
    const store = openStore('a')
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
    const { url } = await serve(router, { workers: 1, port: 0, host: '127.0.0.1' })
    console.log(url)`)
  const [line] = await within(once(primary.stdout, 'data'), 'the address')
  const { port } = new URL(String(line))
  const app = { host: '127.0.0.1', port: Number(port) }
  const { text } = await request(app, '/end')
  assert.deepEqual(JSON.parse(text), [
    'ERR_VELOCY_PRIMARY_GONE',
    'ERR_VELOCY_PRIMARY_GONE',
  ])
})

test('what no store would ask for changes nothing', async () => {
  const app = moduleOf(`
    import { openStore } from '${addressOf('lib/cluster/index.js')}'
    export default () => {
      const store = openStore('small', { maxSize: 1000 })
      const router = new Router()
      router.get('/ask', () => {
        for (const args of [[5, '1', 9], ['k', 5, 9], ['k', '5', 'x'], [], [{}, {}, {}]])
          for (const operation of ['set', 'get', 'delete', 'increment', 'size', '__proto__'])
            process.send({
              velocy: 'questions',
              questions: [['store', 'small', operation, ...args]],
            })
        return 'asked'
      })
      router.get('/fill', async () => {
        const keys = [...Array(50).keys()].map((n) => 'key' + n)
        for (const key of keys) await store.set(key, 'x'.repeat(300))
        const values = await Promise.all(keys.map((key) => store.get(key)))
        return String(values.filter((value) => value !== undefined).length)
      })
      return router
    }`)
  const { cluster, ...at } = await start(app, { workers: 1 })
  assert.equal((await request(at, '/fill')).text, '3')
  await request(at, '/ask')
  assert.equal((await request(at, '/fill')).text, '3')
  await cluster.close()
})
