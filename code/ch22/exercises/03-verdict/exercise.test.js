import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { interval, verdict } = await import(new URL(file, import.meta.url).href)

/** @param {number} count @returns {number[]} 1, 2, 3, … in no order */
const upTo = (count) =>
  Array.from({ length: count }, (_, i) => i + 1).sort(
    (a, b) => ((a * 7) % 11) - ((b * 7) % 11),
  )

test('six rounds are the fewest that can say something with 95%', () => {
  assert.equal(interval(upTo(1), 0.95), undefined)
  assert.equal(interval(upTo(5), 0.95), undefined)
  assert.deepEqual(interval(upTo(6), 0.95), [1, 6])
})

test('five will do for less than 93.75%', () => {
  assert.deepEqual(interval(upTo(5), 0.93), [1, 5])
  assert.deepEqual(interval(upTo(5), 0.9375), [1, 5])
  assert.equal(interval(upTo(5), 0.94), undefined)
})

test('with more rounds, those at both ends no longer count', () => {
  assert.deepEqual(interval(upTo(8), 0.95), [1, 8])
  assert.deepEqual(interval(upTo(9), 0.95), [2, 8])
  assert.deepEqual(interval(upTo(12), 0.95), [3, 10])
  assert.deepEqual(interval(upTo(20), 0.95), [6, 15])
  assert.deepEqual(interval(upTo(100), 0.95), [40, 61])
})

test('more confidence takes a wider range, or more rounds', () => {
  assert.deepEqual(interval(upTo(9), 0.99), [1, 9])
  assert.deepEqual(interval(upTo(12), 0.99), [2, 11])
  assert.equal(interval(upTo(7), 0.99), undefined)
})

test('with little confidence, only the middle is left', () => {
  assert.deepEqual(interval(upTo(4), 0.1), [2, 3])
  assert.deepEqual(interval(upTo(10), 0.2), [5, 6])
})

test('ratios are ordered as numbers, and stay as they were', () => {
  const ratios = [10.5, 9.1, 100.2, 8, 9.5, 11]
  const copy = [...ratios]
  assert.deepEqual(interval(ratios, 0.95), [8, 100.2])
  verdict(ratios)
  assert.deepEqual(ratios, copy)
})

const SLOWER = [0.61, 0.62, 0.6, 0.59, 0.63, 0.6, 0.58, 0.61, 0.6]

test('rounds that agree are believed, if there are enough', () => {
  assert.equal(verdict(SLOWER), 'slower')
  assert.equal(verdict(SLOWER.map((ratio) => 1 / ratio)), 'faster')
  assert.equal(verdict(SLOWER.slice(0, 6)), 'slower')
  assert.equal(verdict(SLOWER.slice(0, 5)), 'unknown')
  assert.equal(verdict([]), 'unknown')
})

test('of nine rounds, one may have been disturbed', () => {
  assert.equal(verdict(SLOWER.with(4, 1.7)), 'slower')
  assert.equal(verdict(SLOWER.with(4, 1.7).with(2, 1.2)), 'unknown')
  assert.equal(verdict(SLOWER.with(4, 1.7), { confidence: 0.99 }), 'unknown')
})

test('rounds that are all over the place say nothing', () => {
  const wide = [0.7, 1.4, 0.9, 1.2, 1.3, 0.8, 1.1, 0.95, 1.05]
  assert.equal(verdict(wide), 'unknown')
})

test('rounds that are all close to 1 say that it does not matter', () => {
  const close = [1.01, 0.995, 1.004, 0.99, 1, 1.008, 0.993, 1.002, 0.997]
  assert.equal(verdict(close), 'level')
  assert.equal(verdict(close, { tolerance: 0.001 }), 'unknown')
})

test('a difference may be certain and not matter', () => {
  const slightly = [1.011, 1.009, 1.012, 1.008, 1.01, 1.013, 1.011, 1.01, 1.009]
  assert.equal(verdict(slightly), 'level')
  assert.equal(verdict(slightly, { tolerance: 0.005 }), 'faster')
})

test('what may or may not matter is still certain', () => {
  const some = [1.01, 1.05, 1.02, 1.04, 1.03, 1.015, 1.045, 1.03, 1.02]
  assert.equal(verdict(some), 'faster')
  assert.equal(verdict(some.map((ratio) => 1 / ratio)), 'slower')
})

test('a tolerance is the same for both, whichever is divided', () => {
  const most = Array(9).fill(1.25)
  assert.equal(verdict(most, { tolerance: 0.25 }), 'level')
  const inverse = most.map((ratio) => 1 / ratio)
  assert.equal(verdict(inverse, { tolerance: 0.25 }), 'level')
  assert.equal(verdict(Array(9).fill(0.79), { tolerance: 0.25 }), 'slower')
})
