import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { quantile } = await import(new URL(file, import.meta.url).href)

const BOUNDS = [0.1, 0.2, 0.4, 1, Number.POSITIVE_INFINITY]

/**
 * @param {number[]} counts how many requests fell into each bucket
 * @returns as a server tells them: each with those of the buckets before it
 */
function histogram(...counts) {
  let count = 0
  return BOUNDS.map((upTo, i) => {
    count += counts[i]
    return { upTo, count }
  })
}

/** @param {number} got @param {number} expected */
function near(got, expected) {
  assert.ok(Math.abs(got - expected) < 1e-9, `got ${got}, expected ${expected}`)
}

test('requests lie evenly in their bucket', () => {
  const one = [histogram(0, 0, 10, 0, 0)]
  near(quantile(0.5, one), 0.3)
  near(quantile(1, one), 0.4)
  near(quantile(0.1, one), 0.22)
})

test('the first bucket begins at 0', () => {
  near(quantile(0.5, [histogram(10, 0, 0, 0, 0)]), 0.05)
})

test('a rank at the end of a bucket is still in it', () => {
  near(quantile(0.5, [histogram(5, 0, 0, 5, 0)]), 0.1)
})

test('a machine with more requests counts for more', () => {
  const busy = histogram(990, 0, 0, 0, 0)
  const slow = histogram(0, 0, 0, 10, 0)
  near(quantile(0.99, [busy, slow]), 0.1)
  near(quantile(0.995, [busy, slow]), 0.7)
  near(quantile(0.995, [slow, busy]), 0.7)
})

test('three machines are as one that has had all requests', () => {
  const machines = [
    histogram(700, 200, 50, 9, 1),
    histogram(10, 10, 10, 10, 10),
    histogram(0, 0, 0, 0, 0),
  ]
  const one = [histogram(710, 210, 60, 19, 11)]
  for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
    assert.equal(quantile(share, machines), quantile(share, one))
  }
})

test('of the last bucket, only the beginning is known', () => {
  assert.equal(quantile(0.99, [histogram(1, 0, 0, 0, 9)]), 1)
})

test('without requests, there is no time', () => {
  assert.ok(Number.isNaN(quantile(0.5, [histogram(0, 0, 0, 0, 0)])))
  assert.ok(Number.isNaN(quantile(0.5, [])))
})

test('the histograms stay as they were', () => {
  const machines = [histogram(1, 2, 3, 4, 5), histogram(5, 4, 3, 2, 1)]
  const copy = structuredClone(machines)
  quantile(0.5, machines)
  assert.deepEqual(machines, copy)
})
