import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Restarts } from '../../lib/cluster/restarts.js'

/** How many histories there are, and where chance begins. */
const ITERATIONS = Number(process.env.ITERATIONS ?? 500)
const SEED = Number(process.env.SEED ?? 14)

const TIMES = { delay: 100, maxDelay: 1000, healthyAfter: 500, breaker: 5 }

/** @param {number} [random] what chance says, always */
function restartsAt(random = 0) {
  const clock = { now: 50 }
  const sources = { now: () => clock.now, random: () => random }
  return { clock, restarts: new Restarts(TIMES, sources) }
}

/**
 * @param {Restarts} restarts
 * @param {number} id
 * @param {number} times
 */
const crash = (restarts, id, times) =>
  Array.from({ length: times }, () => restarts.crashed(id))

test('a place waits twice as long after each crash', () => {
  const { restarts } = restartsAt()
  assert.deepEqual(crash(restarts, 1, 4), [100, 200, 400, 800])
  assert.deepEqual(crash(restarts, 2, 1), [100])
  assert.equal(restarts.crashesOf(1), 4)
  assert.equal(restarts.isOpen, false)
})

test('chance takes up to half of the wait', () => {
  const { restarts } = restartsAt(1)
  assert.deepEqual(crash(restarts, 1, 3), [50, 100, 200])
})

test('no wait is longer than the longest', () => {
  const times = { ...TIMES, breaker: 1000 }
  const restarts = new Restarts(times, { random: () => 0 })
  const waits = crash(restarts, 1, 999)
  assert.deepEqual([waits[3], waits[4], waits[998]], [800, 1000, 1000])
})

test('a place whose worker has lived begins anew', () => {
  const { restarts } = restartsAt()
  crash(restarts, 1, 3)
  assert.deepEqual(restarts.lived(1), [])
  assert.equal(restarts.crashesOf(1), 0)
  assert.deepEqual(crash(restarts, 1, 2), [100, 200])
})

test('places that crash too often take turns', () => {
  const { clock, restarts } = restartsAt()
  for (const id of [1, 2, 3]) crash(restarts, id, 4)
  assert.equal(restarts.isOpen, false)
  assert.equal(restarts.crashed(1), 1000)
  assert.equal(restarts.isOpen, true)
  clock.now += 200
  assert.equal(restarts.crashed(2), 1800)
  clock.now += 300
  assert.equal(restarts.crashed(3), 2500)
  // The first has had its turn, and comes behind the others.
  clock.now += 500
  assert.equal(restarts.crashed(1), 3000)
  // One that has hardly ever crashed need not wait.
  assert.equal(restarts.crashed(4), 100)
})

test('a turn that nobody has taken is not kept', () => {
  const { clock, restarts } = restartsAt()
  crash(restarts, 1, 5)
  clock.now += 60_000
  assert.equal(restarts.crashed(1), 1000)
})

test('when one of those that take turns has lived, none does', () => {
  const { restarts } = restartsAt()
  for (const id of [1, 2, 3]) crash(restarts, id, 5)
  crash(restarts, 4, 2)
  assert.deepEqual(restarts.lived(2), [1, 3])
  assert.equal(restarts.isOpen, false)
  assert.equal(restarts.crashesOf(4), 2)
  assert.deepEqual(crash(restarts, 3, 1), [100])
  // What was booked before is free again.
  assert.equal(crash(restarts, 1, 5)[4], 1000)
})

test('a worker that was never in question closes no breaker', () => {
  const { restarts } = restartsAt()
  crash(restarts, 1, 5)
  crash(restarts, 2, 4)
  assert.deepEqual(restarts.lived(2), [])
  assert.deepEqual(restarts.lived(3), [])
  assert.equal(restarts.isOpen, true)
  assert.equal(restarts.isHeld(1), true)
})

/**
 * Numbers by chance from 0 to 1, the same ones for the same seed.
 *
 * @param {number} seed
 */
function numbersFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('whatever happens, waits are right and turns keep apart', () => {
  for (let i = 0; i < ITERATIONS; i++) {
    const random = numbersFrom(SEED + i)
    const clock = { now: 0 }
    const restarts = new Restarts(TIMES, { now: () => clock.now, random })
    const counts = new Map()
    let lastTurn = -Infinity
    for (let step = 0; step < 60; step++) {
      const id = Math.ceil(random() * 4)
      clock.now += Math.floor(random() * 700)
      const count = counts.get(id) ?? 0
      if (random() < 0.1) {
        restarts.lived(id)
        counts.delete(id)
        if (count < TIMES.breaker) continue
        for (const [other, n] of counts) if (n >= 5) counts.delete(other)
        lastTurn = -Infinity
      } else {
        const wait = restarts.crashed(id)
        counts.set(id, count + 1)
        if (count + 1 < TIMES.breaker) {
          const most = Math.min(100 * 2 ** count, 1000)
          assert.ok(wait >= most / 2 && wait <= most, `${wait} of ${most}`)
        } else {
          assert.ok(wait >= 1000 && wait <= 1000 * 60, `a turn in ${wait}`)
          assert.ok(clock.now + wait >= lastTurn + 1000, `too early: ${wait}`)
          lastTurn = clock.now + wait
        }
      }
      const isOpen = [...counts.values()].some((n) => n >= TIMES.breaker)
      assert.equal(restarts.isOpen, isOpen)
      assert.equal(restarts.crashesOf(id), counts.get(id) ?? 0)
    }
  }
})
