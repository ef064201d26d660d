import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Cache } = await import(new URL(file, import.meta.url).href)

/** A cache for 1,000 ms, a clock, and a store that answers when the test says. */
function store() {
  const clock = { now: 0 }
  const cache = new Cache(1000, () => clock.now)
  /** The questions to the store. @type {(PromiseWithResolvers<any> & { key: string })[]} */
  const asked = []
  const load = (/** @type {string} */ key) => {
    const question = { key, ...Promise.withResolvers() }
    asked.push(question)
    return question.promise
  }
  const get = (/** @type {string} */ key) => {
    const promise = cache.get(key, load)
    // A rejection is looked at later.
    promise.catch(() => {})
    return promise
  }
  return { cache, clock, asked, get }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a value is loaded once, and then kept', async () => {
  const { asked, get } = store()
  const first = get('price')
  asked[0].resolve(7)
  assert.equal(await first, 7)
  assert.equal(await get('price'), 7)
  assert.equal(asked.length, 1)
})

test('a hundred calls at once ask the store once', async () => {
  const { asked, get } = store()
  const all = Array.from({ length: 100 }, () => get('price'))
  await turn()
  assert.equal(asked.length, 1)
  asked[0].resolve(7)
  assert.deepEqual(await Promise.all(all), new Array(100).fill(7))
})

test('so does a call that comes later, but before the answer', async () => {
  const { asked, get } = store()
  const first = get('price')
  await turn()
  const second = get('price')
  await turn()
  assert.equal(asked.length, 1)
  asked[0].resolve(7)
  assert.deepEqual(await Promise.all([first, second]), [7, 7])
})

test('different keys are loaded at the same time', async () => {
  const { asked, get } = store()
  const all = [get('price'), get('name'), get('price')]
  await turn()
  assert.deepEqual(
    asked.map(({ key }) => key),
    ['price', 'name'],
  )
  asked[1].resolve('tea')
  asked[0].resolve(7)
  assert.deepEqual(await Promise.all(all), [7, 'tea', 7])
})

test('the time counts from when a value has been loaded', async () => {
  const { clock, asked, get } = store()
  const first = get('price')
  clock.now = 600
  asked[0].resolve(7)
  await first
  clock.now = 1599
  assert.equal(await get('price'), 7)
  assert.equal(asked.length, 1)
})

test('after that time, all who come at once ask the store once', async () => {
  const { clock, asked, get } = store()
  const first = get('price')
  asked[0].resolve(7)
  await first
  clock.now = 1000
  const all = [get('price'), get('price'), get('price')]
  await turn()
  assert.equal(asked.length, 2)
  asked[1].resolve(8)
  assert.deepEqual(await Promise.all(all), [8, 8, 8])
})

test('a row that does not exist is kept as well', async () => {
  for (const nothing of [undefined, null, 0, '']) {
    const { asked, get } = store()
    const first = get('price')
    asked[0].resolve(nothing)
    await first
    const second = get('price')
    await turn()
    assert.equal(asked.length, 1, `after ${nothing}`)
    assert.equal(await second, nothing)
  }
})

test('an error is told to all who wait, and not kept', async () => {
  const { asked, get } = store()
  const all = [get('price'), get('price')]
  await turn()
  for (const question of asked) question.reject(new Error('refused'))
  await assert.rejects(all[0], /refused/)
  await assert.rejects(all[1], /refused/)
  const next = get('price')
  await turn()
  const last = asked.at(-1)
  last?.resolve(7)
  assert.equal(await next, 7)
  assert.equal(asked.length, 2)
})

test('an error that is thrown at once is not kept either', async () => {
  const { cache } = store()
  const broken = () => {
    throw new Error('broken')
  }
  await assert.rejects(cache.get('price', broken), /broken/)
  assert.equal(await cache.get('price', () => 7), 7)
})

test('an error leaves no other rejection behind', async () => {
  /** @type {unknown[]} */
  const unhandled = []
  const note = (/** @type {unknown} */ error) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const { cache } = store()
  await cache
    .get('price', () => Promise.reject(new Error('no')))
    .catch(() => {})
  await turn()
  await turn()
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})

test('after `delete`, a value is loaded again', async () => {
  const { cache, asked, get } = store()
  const first = get('price')
  asked[0].resolve(7)
  await first
  cache.delete('price')
  const second = get('price')
  await turn()
  assert.equal(asked.length, 2)
  asked[1].resolve(8)
  assert.equal(await second, 8)
})

test('what was asked before `delete` is not given to later calls', async () => {
  const { cache, asked, get } = store()
  const before = get('price')
  cache.delete('price')
  const after = get('price')
  await turn()
  assert.equal(asked.length, 2)
  asked[1].resolve(8)
  assert.equal(await after, 8)
  // The store's old answer comes last.
  asked[0].resolve(7)
  assert.equal(await before, 7)
  assert.equal(await get('price'), 8)
  assert.equal(asked.length, 2)
})

test('an old answer does not end a newer question', async () => {
  const { cache, asked, get } = store()
  const before = get('price')
  cache.delete('price')
  const after = get('price')
  await turn()
  asked[0].resolve(7)
  await before
  const third = get('price')
  await turn()
  assert.equal(asked.length, 2)
  asked[1].resolve(8)
  assert.deepEqual(await Promise.all([after, third]), [8, 8])
})
