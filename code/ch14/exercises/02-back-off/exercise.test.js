import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { BackOff } = await import(new URL(file, import.meta.url).href)

const TIMES = { delay: 100, maxDelay: 3000, healthyAfter: 10_000, breaker: 9 }
/** Just below 1, as random numbers are. */
const MOST = 1 - 2 ** -53

/**
 * @param {Partial<typeof TIMES>} [times]
 * @param {{ begin?: number, random?: () => number }} [sources]
 */
function backOff(times, { begin = 5e6, random = () => MOST } = {}) {
  const clock = { time: begin }
  const it = new BackOff({ ...TIMES, ...times }, () => clock.time, random)
  /** @param {number} age @returns {number} the wait */
  const live = (age) => {
    it.started()
    clock.time += age
    const wait = Math.round(it.crashed())
    clock.time += wait
    return wait
  }
  return { it, clock, live }
}

test('the wait is twice as long each time, up to the longest', () => {
  const { live } = backOff()
  const waits = Array.from({ length: 7 }, () => live(10))
  assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3000, 3000])
})

test('after a thousand crashes it is the longest, still', () => {
  const { live } = backOff({ breaker: 1e6 })
  for (let i = 0; i < 1100; i++) live(0)
  assert.equal(live(0), 3000)
})

test('a worker that has lived long enough ends the row', () => {
  const { live } = backOff()
  assert.deepEqual([live(0), live(0), live(9999)], [100, 200, 400])
  assert.deepEqual([live(10_000), live(0)], [100, 200])
})

test('the lives of several workers are not added up', () => {
  const { live } = backOff({ delay: 1 })
  assert.deepEqual([live(6000), live(6000), live(6000)], [1, 2, 4])
})

test('the time of waiting is not the life of a worker', () => {
  const { live } = backOff({ healthyAfter: 150 })
  assert.deepEqual([live(1), live(1), live(1)], [100, 200, 400])
})

test('chance takes away up to a half of it, and adds nothing', () => {
  for (const [chance, expected] of [
    [0, [50, 100, 200]],
    [0.5, [75, 150, 300]],
  ]) {
    const { live } = backOff({}, { random: () => Number(chance) })
    assert.deepEqual([live(0), live(0), live(0)], expected)
  }
  const { live } = backOff({ delay: 5000 }, { random: () => 0 })
  assert.equal(live(0), 1500)
})

test('as many crashes as the breaker allows open it, and no fewer', () => {
  const { it, live } = backOff({ breaker: 3 })
  assert.equal(it.isOpen, false)
  live(0)
  assert.equal(live(0), 200)
  assert.equal(it.isOpen, false)
  assert.equal(live(0), 3000)
  assert.equal(it.isOpen, true)
})

test('while it is open the wait is the longest, whatever chance says', () => {
  const { live } = backOff({ breaker: 2 }, { random: () => 0 })
  assert.deepEqual([live(0), live(0), live(0)], [50, 3000, 3000])
})

test('a worker that lives closes it, before it crashes', () => {
  const { it, clock, live } = backOff({ breaker: 2 })
  live(0)
  live(0)
  it.started()
  clock.time += 9999
  assert.equal(it.isOpen, true)
  clock.time += 1
  assert.equal(it.isOpen, false)
  assert.equal(Math.round(it.crashed()), 100)
  assert.equal(it.isOpen, false)
})

test('waiting does not close it', () => {
  const { it, clock, live } = backOff({ breaker: 2 })
  live(0)
  live(0)
  clock.time += 60_000
  assert.equal(it.isOpen, true)
})

test('the clock may begin at 0', () => {
  const { it, live } = backOff({ breaker: 2 }, { begin: 0 })
  assert.deepEqual([live(0), live(0)], [100, 3000])
  assert.equal(it.isOpen, true)
})

test('a worker may start at the time 0', () => {
  const { it, clock } = backOff({ breaker: 2 }, { begin: 0 })
  it.crashed()
  it.crashed()
  it.started()
  clock.time += 10_000
  assert.equal(it.isOpen, false)
})
