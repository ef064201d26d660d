import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Entries } from '../../lib/cluster/entries.js'

/**
 * A generator of numbers that is the same in each run (mulberry32).
 *
 * @param {number} seed
 * @returns {(below: number) => number}
 */
function seeded(seed) {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0
  }
}

/** What Entries promises, by looking at everything each time. */
class Naive {
  /** @type {{ key: string, text: string, expires: number }[]} */
  list = []

  /** @param {() => number} now */
  constructor(now) {
    this.now = now
  }

  /** @param {string} key */
  find(key) {
    return this.list.find(
      (entry) => entry.key === key && entry.expires > this.now(),
    )
  }

  /** @param {string} key */
  remove(key) {
    this.list = this.list.filter((entry) => entry.key !== key)
  }

  /** @param {{ key: string, text: string, expires: number }} entry */
  write(entry) {
    this.remove(entry.key)
    this.list.push(entry)
  }

  /** @param {string} key */
  get(key) {
    return this.find(key)?.text ?? null
  }

  /** @param {string} key @param {string} text @param {number} ttl */
  set(key, text, ttl) {
    this.write({ key, text, expires: this.now() + ttl })
  }

  /** @param {string} key */
  delete(key) {
    const isThere = this.find(key) !== undefined
    this.remove(key)
    return isThere
  }

  /** @param {string} key @param {number} by @param {number} ttl */
  increment(key, by, ttl) {
    const entry = this.find(key)
    const value = JSON.parse(entry?.text ?? '0')
    if (typeof value !== 'number') throw new Error('no number')
    const sum = value + by
    const expires = entry?.expires ?? this.now() + ttl
    this.write({ key, text: String(sum), expires })
    return sum
  }
}

const KEYS = ['a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '']
const TEXTS = ['1', '-2.5', '"x"', 'null', 'true', '[1]', '{"__proto__":1}']

/** @typedef {[number, string, string, number, number]} Asked */

/** @param {Entries | Naive} target @param {Asked} asked */
function step(target, [operation, key, text, by, ttl]) {
  try {
    if (operation === 0) return target.get(key)
    if (operation === 1) return target.set(key, text, ttl)
    if (operation === 2) return target.delete(key)
    return target.increment(key, by, ttl)
  } catch {
    return 'thrown'
  }
}

test('a store does what a plain list does, whatever is asked for', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const pick = seeded(seed)
    let time = 0
    const roomy = { maxKeys: 1000, maxSize: 100_000 }
    const entries = new Entries(roomy, () => time)
    const naive = new Naive(() => time)
    for (let count = 0; count < 200; count++) {
      time += pick(4)
      /** @type {Asked} */
      const asked = [
        pick(4),
        KEYS[pick(KEYS.length)],
        TEXTS[pick(TEXTS.length)],
        pick(7) - 3,
        1 + pick(20),
      ]
      const got = step(entries, asked)
      const expected = step(naive, asked)
      assert.deepEqual(got, expected, `seed ${seed}: ${JSON.stringify(asked)}`)
    }
  }
})

test('a full store loses what was not written for the longest time', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const pick = seeded(seed)
    const maxKeys = 1 + pick(6)
    const entries = new Entries({ maxKeys, maxSize: 100_000 }, () => 0)
    /** @type {string[]} */
    let order = []
    for (let count = 0; count < 100; count++) {
      const key = `k${pick(12)}`
      if (pick(5) === 0) {
        entries.delete(key)
        order = order.filter((one) => one !== key)
      } else {
        if (pick(2) === 0) entries.set(key, '1', 1e9)
        else entries.increment(key, 1, 1e9)
        order = [...order.filter((one) => one !== key), key].slice(-maxKeys)
      }
      assert.equal(entries.count, order.length, `seed ${seed}`)
      for (const one of order) assert.notEqual(entries.get(one), null)
    }
  }
})

test('what is never asked for again goes when others are written', () => {
  let time = 0
  const limits = { maxKeys: 100_000, maxSize: 1e9 }
  const entries = new Entries(limits, () => time)
  for (let key = 0; key < 1000; key++) entries.set(`old ${key}`, '1', 10)
  time = 10
  for (let count = 0; count < 600; count++) entries.set('new', '1', 1000)
  assert.equal(entries.count, 1)
})

test('an increment does not prolong a life, and a set does', () => {
  let time = 0
  const entries = new Entries({ maxKeys: 9, maxSize: 999 }, () => time)
  entries.increment('a', 1, 10)
  time = 9
  assert.equal(entries.increment('a', 1, 10), 2)
  time = 10
  assert.equal(entries.increment('a', 1, 10), 1)
  time = 19
  entries.set('a', '7', 10)
  time = 28
  assert.equal(entries.get('a'), '7')
  time = 29
  assert.equal(entries.get('a'), null)
})

test('all keys and values together stay below their size', () => {
  const entries = new Entries({ maxKeys: 1000, maxSize: 100 }, () => 0)
  for (let key = 0; key < 50; key++) {
    entries.set(`k${key}`, '"2345678"', 1000)
    assert.ok(entries.count <= 100 / 11)
  }
  assert.equal(entries.get('k49'), '"2345678"')
  // What is replaced takes its room only once.
  for (let count = 0; count < 50; count++) entries.set('k49', '"2"', 1000)
  assert.equal(entries.count, 8)
  // One that fits nowhere does not stay, and leaves a store that works.
  entries.set('large', `"${'x'.repeat(200)}"`, 1000)
  assert.equal(entries.count, 0)
  entries.set('a', '1', 1000)
  assert.equal(entries.get('a'), '1')
})

test('a store that becomes smaller loses its oldest', () => {
  const entries = new Entries({ maxKeys: 9, maxSize: 999 }, () => 0)
  for (const key of ['a', 'b', 'c']) entries.set(key, '1', 1)
  entries.resize({ maxKeys: 2, maxSize: 999 })
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => entries.get(key)),
    [null, '1', '1'],
  )
})

test('only a number can be incremented, and only to a number', () => {
  const entries = new Entries({ maxKeys: 9, maxSize: 999 }, () => 0)
  for (const text of ['"1"', 'null', 'true', '[]', '{}']) {
    entries.set('a', text, 1)
    assert.throws(() => entries.increment('a', 1, 1), {
      code: 'ERR_VELOCY_STORE_NUMBER',
    })
    assert.equal(entries.get('a'), text)
  }
  entries.set('b', '1e308', 1)
  assert.throws(() => entries.increment('b', 1e308, 1), {
    code: 'ERR_VELOCY_STORE_NUMBER',
  })
  entries.set('c', '1e21', 1)
  assert.equal(entries.increment('c', 0.5, 1), 1e21)
})

test('a write takes as long in a full store as in an empty one', () => {
  const entries = new Entries({ maxKeys: 100_000, maxSize: 1e9 }, () => 0)
  // What is behind the first that is left would be looked at each time, and
  // this would take minutes.
  for (let key = 0; key < 400_000; key++) entries.set(`k${key}`, '1', 1)
  assert.equal(entries.count, 100_000)
  assert.equal(entries.get('k299999'), null)
  assert.equal(entries.get('k300000'), '1')
})
