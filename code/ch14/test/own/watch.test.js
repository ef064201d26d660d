import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from '../library.js'

/** @type {typeof import('../../lib/cluster/hung.js')} */
const { Watch } = await library('lib/cluster/hung.js')
/** @type {typeof import('../../lib/cluster/limits.js')} */
const { limitOf } = await library('lib/cluster/limits.js')

/**
 * Looks at each time.
 *
 * @param {InstanceType<typeof Watch>} watch
 * @param {number[]} times
 */
const lookAt = (watch, times) => times.map((now) => watch.look(now))

test('who is silent for too long is told, and not before', () => {
  const watch = new Watch(30, 10, 0)
  watch.hear('a', 0)
  watch.hear('b', 0)
  assert.deepEqual(lookAt(watch, [10, 20]), [[], []])
  watch.hear('b', 25)
  assert.deepEqual(lookAt(watch, [30, 40, 50]), [[], ['a'], ['a']])
  watch.forget('a')
  assert.deepEqual(lookAt(watch, [55]), [[]])
  assert.deepEqual(lookAt(watch, [60, 70]), [['b'], ['b']])
})

test('who has never been heard is not missed', () => {
  const watch = new Watch(30, 10, 0)
  assert.deepEqual(lookAt(watch, [10, 20, 30, 40]), [[], [], [], []])
})

test('a watch that has stood still itself gives all of them that time', () => {
  const watch = new Watch(30, 10, 0)
  watch.hear('a', 0)
  assert.deepEqual(lookAt(watch, [10]), [[]])
  // It is an hour later.
  assert.deepEqual(lookAt(watch, [3_600_010]), [[]])
  assert.deepEqual(lookAt(watch, [3_600_020, 3_600_030]), [[], ['a']])
})

test('one that looks a bit late, again and again, comes to it as well', () => {
  const watch = new Watch(30, 10, 0)
  watch.hear('a', 0)
  let now = 0
  let looks = 0
  while (watch.look(now).length === 0 && looks < 100) {
    now += 15
    looks++
  }
  assert.equal(looks, 4)
})

const LIMITS = { maxAge: 1000, maxMemory: 500, leastAge: 100 }
const LIFE = { age: 100, memory: 500, chance: 0.5 }

test('a worker has a limit of age, a tenth more or less', () => {
  const at = (/** @type {number} */ age, /** @type {number} */ chance) =>
    limitOf(LIMITS, { ...LIFE, age, chance })
  assert.deepEqual([at(1000, 0.5), at(1001, 0.5)], [null, 'age'])
  assert.deepEqual([at(900, 0), at(901, 0)], [null, 'age'])
  assert.deepEqual([at(1100, 1), at(1101, 1)], [null, 'age'])
})

test('and one of memory, when it has lived for a while', () => {
  const at = (/** @type {number} */ memory, /** @type {number} */ age) =>
    limitOf(LIMITS, { ...LIFE, memory, age })
  assert.deepEqual([at(500, 100), at(501, 100)], [null, 'memory'])
  assert.equal(at(501, 99), null)
})

test('0 is no limit', () => {
  const limits = { maxAge: 0, maxMemory: 0, leastAge: 0 }
  const life = { age: 1e12, memory: 1e12, chance: 0.5 }
  assert.equal(limitOf(limits, life), null)
})
