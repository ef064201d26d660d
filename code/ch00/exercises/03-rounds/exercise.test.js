import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { summarise, percentile, compare } = await import(
  new URL(file, import.meta.url).href
)

test('the median of an odd number of rounds is the middle one', () => {
  assert.deepEqual(summarise([9_000, 10_000, 80_000, 70_000, 11_000]), {
    median: 11_000,
    min: 9_000,
    max: 80_000,
  })
})

test('the median of an even number of rounds is halfway', () => {
  assert.equal(summarise([4, 1, 3, 2]).median, 2.5)
})

test('one round is its own median', () => {
  assert.deepEqual(summarise([7]), { median: 7, min: 7, max: 7 })
})

test('the rounds stay in the order in which they were run', () => {
  const rounds = [3, 1, 2]
  summarise(rounds)
  percentile(rounds, 50)
  assert.deepEqual(rounds, [3, 1, 2])
})

test('a percentile is one of the samples', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index)
  assert.equal(percentile(samples, 50), 50)
  assert.equal(percentile(samples, 99), 99)
  assert.equal(percentile(samples, 100), 100)
})

test('one slow request in a hundred is not in p99, two are', () => {
  const fast = Array.from({ length: 98 }, () => 1)
  assert.equal(percentile([...fast, 1, 1000], 99), 1)
  assert.equal(percentile([...fast, 1000, 1000], 99), 1000)
})

test('rounds that do not overlap tell two servers apart', () => {
  assert.equal(compare([90, 95, 100], [60, 70, 80]), 'faster')
  assert.equal(compare([60, 70, 80], [90, 95, 100]), 'slower')
})

test('rounds that overlap do not, whatever their medians', () => {
  assert.equal(compare([80, 95, 100], [70, 75, 85]), 'indistinguishable')
})
