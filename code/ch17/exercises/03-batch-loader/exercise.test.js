import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Loader } = await import(new URL(file, import.meta.url).href)

/** @typedef {{ id: number, name: string }} Row */

/**
 * A store that answers when the test says so.
 *
 * @param {{ max?: number }} [options]
 */
function store(options) {
  /** @type {(PromiseWithResolvers<Row[]> & { ids: number[] })[]} */
  const queries = []
  const loader = new Loader((/** @type {number[]} */ ids) => {
    const query = { ids, ...Promise.withResolvers() }
    queries.push(query)
    return query.promise
  }, options)
  const load = (/** @type {number} */ id) => {
    const promise = loader.load(id)
    // A rejection is looked at later.
    promise.catch(() => {})
    return promise
  }
  const ids = () => queries.map((query) => query.ids)
  /** @param {number} index of a query, whose rows come in reverse order */
  const answer = (index) =>
    queries[index].resolve(queries[index].ids.map(row).reverse())
  return { load, ids, answer, queries }
}

/** @param {number} id */
const row = (id) => ({ id, name: `row ${id}` })

/** A whole turn of the event loop, and whatever follows from it. */
async function turn() {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a row is loaded by its id', async () => {
  const { load, ids, answer } = store()
  const one = load(7)
  await turn()
  assert.deepEqual(ids(), [[7]])
  answer(0)
  assert.deepEqual(await one, row(7))
})

test('the ids of one turn are one query', async () => {
  const { load, ids, answer } = store()
  const all = [load(7), load(3), load(5)]
  await turn()
  assert.deepEqual(ids(), [[7, 3, 5]])
  answer(0)
  assert.deepEqual(await Promise.all(all), [row(7), row(3), row(5)])
})

test('so are those that come from promises of the turn', async () => {
  const { load, ids } = store()
  /** @param {number} id @param {number} awaits */
  const later = async (id, awaits) => {
    for (let i = 0; i < awaits; i++) await undefined
    load(id)
  }
  for (const awaits of [0, 1, 3, 8]) later(awaits, awaits)
  await turn()
  assert.deepEqual(ids(), [[0, 1, 3, 8]])
})

test('two callbacks of the same turn share a query', async () => {
  const { load, ids } = store()
  setImmediate(load, 7)
  setImmediate(load, 3)
  await turn()
  assert.deepEqual(ids(), [[7, 3]])
})

test('an id that is asked for twice is in the query once', async () => {
  const { load, ids, answer } = store()
  const all = [load(7), load(3), load(7)]
  await turn()
  assert.deepEqual(ids(), [[7, 3]])
  answer(0)
  assert.deepEqual(await Promise.all(all), [row(7), row(3), row(7)])
})

test('a row that does not exist is undefined, and shifts no other', async () => {
  const { load, queries } = store()
  const all = [load(1), load(2), load(3)]
  await turn()
  assert.deepEqual(
    queries.map((query) => query.ids),
    [[1, 2, 3]],
  )
  queries[0].resolve([row(3), row(1)])
  assert.deepEqual(await Promise.all(all), [row(1), undefined, row(3)])
})

test('a later turn asks again, and does not wait for the answer', async () => {
  const { load, ids, answer } = store()
  const before = load(7)
  await turn()
  const after = load(7)
  await turn()
  assert.deepEqual(ids(), [[7], [7]])
  answer(1)
  assert.deepEqual(await after, row(7))
  answer(0)
  assert.deepEqual(await before, row(7))
})

test('nothing is remembered after an answer', async () => {
  const { load, ids, answer } = store()
  const before = load(7)
  await turn()
  answer(0)
  await before
  load(7)
  await turn()
  assert.deepEqual(ids(), [[7], [7]])
})

test('a query has as many ids as it may, and no more', async () => {
  const { load, ids, answer } = store({ max: 2 })
  const all = [1, 2, 3, 2, 4, 5].map(load)
  await turn()
  assert.deepEqual(ids(), [[1, 2], [3, 4], [5]])
  for (const index of [2, 0, 1]) answer(index)
  assert.deepEqual(await Promise.all(all), [1, 2, 3, 2, 4, 5].map(row))
})

test('an error is for the ids of its query, and for no others', async () => {
  const { load, answer, queries } = store({ max: 2 })
  const all = [1, 2, 3].map(load)
  await turn()
  assert.equal(queries.length, 2)
  queries[0].reject(new Error('refused'))
  await assert.rejects(all[0], /refused/)
  await assert.rejects(all[1], /refused/)
  answer(1)
  assert.deepEqual(await all[2], row(3))
})

test('a query that throws at once is an error like any other', async () => {
  let isBroken = true
  const loader = new Loader(async (/** @type {number[]} */ ids) => ids.map(row))
  const broken = new Loader((/** @type {number[]} */ ids) => {
    if (isBroken) throw new Error('broken')
    return Promise.resolve(ids.map(row))
  })
  await assert.rejects(broken.load(1), /broken/)
  isBroken = false
  assert.deepEqual(await broken.load(1), row(1))
  assert.deepEqual(await loader.load(2), row(2))
})
