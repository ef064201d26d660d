import assert from 'node:assert/strict'
import test from 'node:test'
import { Histogram, median, summarise } from './statistics.js'

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

test('a percentile is within half a percent of the sample, over any range', () => {
  const histogram = new Histogram()
  const samples = Array.from({ length: 10_000 }, (_, i) => 1.001 ** (i / 1) + i)
  for (const sample of samples) histogram.record(sample)
  for (const percent of [1, 50, 90, 99, 99.9, 100]) {
    const exact = samples[Math.ceil((percent / 100) * samples.length) - 1]
    const error = Math.abs(histogram.percentile(percent) / exact - 1)
    assert.ok(error < 0.005, `p${percent}: off by ${error}`)
  }
  assert.equal(histogram.max, Math.max(...samples))
})

test('one slow sample is the maximum and not the 99th percentile', () => {
  const histogram = new Histogram()
  for (let i = 0; i < 999; i++) histogram.record(100)
  histogram.record(1_000_000)
  assert.ok(histogram.percentile(99) < 101)
  assert.equal(histogram.percentile(100), 1_000_000)
})

test('an empty histogram has zeros', () => {
  assert.equal(new Histogram().toJSON().p99, 0)
})
