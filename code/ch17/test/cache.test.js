import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { within } from './support.js'

const { Cache } = await library('lib/data/index.js')

/** @typedef {import('node:test').TestContext} TestContext */

/**
 * A clock that moves when a test says so, and chance that is always the same.
 *
 * @param {TestContext} t
 * @param {number} [chance] 0 to 1
 */
function makeClock(t, chance = 0) {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  t.mock.method(Math, 'random', () => chance)
  return { pass: (/** @type {number} */ ms) => (now += ms) }
}

/** A store that counts the questions, and answers each when it's told to. */
function makeStore() {
  /** @type {PromiseWithResolvers<any>[]} */
  const asked = []
  return {
    asked,
    load() {
      const question = Promise.withResolvers()
      asked.push(question)
      return question.promise
    },
  }
}

test('a hundred callers of one key share one load', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100 })
  const answers = Array.from({ length: 100 }, () => cache.get('a', load))
  assert.equal(asked.length, 1)
  asked[0].resolve('answer')
  assert.deepEqual(await Promise.all(answers), Array(100).fill('answer'))
  assert.equal(await cache.get('a', load), 'answer')
  assert.equal(asked.length, 1)
})

test('keys are told apart', async (t) => {
  makeClock(t)
  const cache = new Cache({ ttl: 100 })
  for (const key of ['a', 'b', '__proto__', 'constructor', '']) {
    assert.equal(await cache.get(key, () => `of ${key}`), `of ${key}`)
  }
  assert.equal(await cache.get('__proto__', assert.fail), 'of __proto__')
})

test('what was loaded stays for ttl, even undefined and null', async (t) => {
  const clock = makeClock(t)
  const cache = new Cache({ ttl: 100 })
  for (const nothing of [undefined, null, 0, '']) {
    const key = String(nothing)
    assert.equal(await cache.get(key, () => nothing), nothing)
    clock.pass(99)
    assert.equal(await cache.get(key, assert.fail), nothing)
    clock.pass(1)
    assert.equal(await cache.get(key, () => 'new'), 'new')
  }
})

test('jitter shortens ttl, and never makes it longer', async (t) => {
  for (const [jitter, chance, lives] of [
    [0.1, 0.5, 95],
    [0.5, 0.5, 75],
    [0, 0.5, 100],
    [1, 0.75, 25],
  ]) {
    const clock = makeClock(t, chance)
    const cache = new Cache({ ttl: 100, jitter })
    await cache.get('a', () => 'old')
    clock.pass(lives - 1)
    assert.equal(await cache.get('a', () => 'new'), 'old', `${jitter}`)
    clock.pass(1)
    assert.equal(await cache.get('a', () => 'new'), 'new', `${jitter}`)
    t.mock.restoreAll()
  }
})

test('a stale value is given out at once while one load renews it', async (t) => {
  const clock = makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100, stale: 50 })
  await cache.get('a', () => 'old')
  clock.pass(149)
  assert.equal(await cache.get('a', load), 'old')
  assert.equal(await cache.get('a', load), 'old')
  assert.equal(asked.length, 1)
  asked[0].resolve('new')
  await nextTurn()
  assert.equal(await cache.get('a', assert.fail), 'new')
})

test('after stale has ended, callers wait for the load under way', async (t) => {
  const clock = makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100, stale: 50 })
  await cache.get('a', () => 'old')
  clock.pass(100)
  assert.equal(await cache.get('a', load), 'old')
  clock.pass(50)
  const waiting = cache.get('a', load)
  asked[0].resolve('new')
  assert.equal(await waiting, 'new')
  assert.equal(asked.length, 1)
})

test('a load that fails rejects for all who wait, and is not kept', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100, stale: 100 })
  const failing = [cache.get('a', load), cache.get('a', load)]
  asked[0].reject(new Error('down'))
  const outcomes = await Promise.allSettled(failing)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await cache.get('a', () => 'up'), 'up')
})

test('a load that throws before its first await can be tried again', async (t) => {
  const clock = makeClock(t)
  const cache = new Cache({ ttl: 100, stale: 100 })
  const down = () => {
    throw new Error('down')
  }
  await assert.rejects(cache.get('a', down), /down/)
  assert.equal(await cache.get('a', () => 'old'), 'old')
  clock.pass(100)
  assert.equal(await cache.get('a', down), 'old')
  await nextTurn()
  assert.equal(await cache.get('a', () => 'new'), 'old')
  assert.equal(await cache.get('a', assert.fail), 'new')
})

test('a renewal that fails leaves the stale value until it ends', async (t) => {
  const clock = makeClock(t)
  const cache = new Cache({ ttl: 100, stale: 100 })
  const down = async () => {
    throw new Error('down')
  }
  await cache.get('a', () => 'old')
  for (let i = 0; i < 2; i++) {
    clock.pass(90)
    assert.equal(await cache.get('a', down), 'old')
    await nextTurn()
  }
  clock.pass(20)
  await assert.rejects(cache.get('a', down), /down/)
})

test('a load that began before delete() does not store its value', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100 })
  const before = cache.get('a', load)
  cache.delete('a')
  const after = cache.get('a', load)
  assert.equal(asked.length, 2)
  asked[1].resolve('new')
  assert.equal(await after, 'new')
  asked[0].resolve('old')
  assert.equal(await before, 'old')
  assert.equal(await cache.get('a', assert.fail), 'new')
})

test('a load that fails after delete() leaves the new value', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100 })
  const before = cache.get('a', load)
  cache.delete('a')
  await cache.get('a', () => 'new')
  asked[0].reject(new Error('down'))
  await assert.rejects(before, /down/)
  assert.equal(await cache.get('a', assert.fail), 'new')
})

test('delete() during a renewal loads anew', async (t) => {
  const clock = makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100, stale: 100 })
  await cache.get('a', () => 'old')
  clock.pass(100)
  assert.equal(await cache.get('a', load), 'old')
  cache.delete('a')
  asked[0].resolve('between')
  await nextTurn()
  assert.equal(await cache.get('a', () => 'new'), 'new')
})

test('the key used longest ago makes room, one being loaded too', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 100, max: 2 })
  const slow = cache.get('slow', load)
  await cache.get('a', () => 'a')
  await cache.get('b', () => 'b')
  await cache.get('a', assert.fail)
  await cache.get('c', () => 'c')
  assert.equal(await cache.get('a', assert.fail), 'a')
  assert.equal(await cache.get('c', assert.fail), 'c')
  assert.equal(await cache.get('b', () => 'b again'), 'b again')
  asked[0].resolve('slow')
  assert.equal(await slow, 'slow')
  assert.equal(await cache.get('b', assert.fail), 'b again')
  assert.equal(await cache.get('c', assert.fail), 'c')
})

test('keys whose load failed make no room for themselves', async (t) => {
  makeClock(t)
  const cache = new Cache({ ttl: 100, max: 2 })
  await cache.get('good', () => 'good')
  for (let i = 0; i < 5; i++) {
    const down = async () => {
      throw new Error('down')
    }
    await assert.rejects(cache.get(`bad ${i}`, down), /down/)
  }
  assert.equal(await cache.get('good', assert.fail), 'good')
})

test('ttl 0 keeps nothing and shares what is under way', async (t) => {
  makeClock(t)
  const { asked, load } = makeStore()
  const cache = new Cache({ ttl: 0 })
  const both = [cache.get('a', load), cache.get('a', load)]
  assert.equal(asked.length, 1)
  asked[0].resolve('one')
  assert.deepEqual(await Promise.all(both), ['one', 'one'])
  assert.equal(await cache.get('a', () => 'two'), 'two')
})

test('an idle cache does not keep the process alive', async () => {
  const cache = new Cache({ ttl: 60_000, stale: 60_000 })
  const before = process.getActiveResourcesInfo().length
  await within(
    cache.get('a', () => 'a'),
    'a value',
  )
  // The timer of within() has been cleared.
  assert.equal(process.getActiveResourcesInfo().length, before)
})

test('wrong options and keys are refused with what was expected', async () => {
  const code = 'ERR_VELOCY_BAD_OPTION'
  for (const options of [
    undefined,
    {},
    { ttl: '1s' },
    { ttl: -1 },
    { ttl: 100, stale: Number.NaN },
    { ttl: 100, max: 0 },
    { ttl: 100, jitter: 2 },
    { ttl: 100, jitter: null },
    { ttl: 100, maxAge: 3 },
  ]) {
    assert.throws(() => new Cache(options), { code }, JSON.stringify(options))
  }
  const cache = new Cache({ ttl: 100 })
  for (const key of [7, undefined, ['a']]) {
    await assert.rejects(cache.get(key, assert.fail), { code })
  }
})
