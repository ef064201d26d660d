import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Entries } from '../../lib/cluster/store.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

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
    const entries = new Entries(1000, () => time)
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

const ALL = [...'abcdefghijkl']

test('a full store loses the entry that was written longest ago', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const pick = seeded(seed)
    const maxKeys = 1 + pick(6)
    const entries = new Entries(maxKeys)
    /** @type {string[]} */
    let order = []
    for (let count = 0; count < 100; count++) {
      const key = ALL[pick(ALL.length)]
      if (pick(5) === 0) {
        entries.delete(key)
        order = order.filter((one) => one !== key)
      } else {
        if (pick(2) === 0) entries.set(key, '1')
        else entries.increment(key, 1)
        order = [...order.filter((one) => one !== key), key].slice(-maxKeys)
      }
      const kept = ALL.filter((one) => entries.get(one) !== null)
      assert.deepEqual(kept, order.toSorted(), `seed ${seed}`)
    }
  }
})

test('an increment does not prolong a life, and a set does', () => {
  let time = 0
  const entries = new Entries(9, () => time)
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

test('only a number can be incremented, and only to a number', () => {
  const entries = new Entries()
  for (const text of ['"1"', 'null', 'true', '[]', '{}']) {
    entries.set('a', text)
    assert.throws(() => entries.increment('a', 1), {
      code: 'ERR_VELOCY_STORE_NUMBER',
    })
    assert.equal(entries.get('a'), text)
  }
  entries.set('b', '1e308')
  assert.throws(() => entries.increment('b', 1e308), {
    code: 'ERR_VELOCY_STORE_NUMBER',
  })
  entries.set('c', '1e21')
  assert.equal(entries.increment('c', 0.5), 1e21)
})

test('a write takes about as long in a full store as in an empty one', () => {
  const entries = new Entries()
  let key = 0
  /** @returns {number} ms that 100,000 keys take */
  const fill = () => {
    const start = performance.now()
    for (let n = 0; n < 100_000; n++) entries.set(`k${key++}`, '1')
    return performance.now() - start
  }
  const empty = fill()
  const full = fill()
  assert.ok(full < 12 * empty, `${full} ms, expected about ${empty}`)
  assert.equal(entries.get('k99999'), null)
  // A hundredth makes room at once.
  assert.equal(entries.get('k101000'), '1')
})

test('what was overwritten leaves no memory behind', () => {
  const entries = new Entries()
  const count = () => {
    for (let n = 0; n < 300_000; n++) entries.increment(`k${n % 10}`, 1)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = count()
  const grown = count() - before
  assert.ok(grown < 4_000_000, `${grown} bytes for nothing`)
})
