import assert from 'node:assert/strict'
import test from 'node:test'
import { median, summarise, Times } from './statistics.js'

test('the median of an even number of samples is between the middle two', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.throws(() => median([]))
})

test('the spread is relative to the median', () => {
  assert.deepEqual(summarise([90, 100, 120]), {
    median: 100,
    min: 90,
    max: 120,
    spread: 0.3,
  })
  assert.equal(summarise([0, 0]).spread, 0)
})

test('one slow time is the maximum and not the 99th percentile', () => {
  const times = new Times()
  for (let i = 0; i < 999; i++) times.record(100.4)
  times.record(1_000_000)
  const { mean, p50, p99, p999, max } = times.toJSON()
  assert.deepEqual([p50, p99, p999], [100, 100, 100])
  assert.ok(Math.abs(max / 1_000_000 - 1) < 0.001, `got ${max}`)
  assert.ok(Math.abs(mean / 1099.9 - 1) < 0.001, `got ${mean}`)
})

test('without times there are zeros', () => {
  const { mean, p99, max } = new Times().toJSON()
  assert.deepEqual([mean, p99, max], [0, 0, 0])
})
