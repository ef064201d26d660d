import assert from 'node:assert/strict'
import test from 'node:test'
import { orderOf, requireDifference, requirePaired } from './paired.js'

/**
 * @param {string} id
 * @param {number[]} rps by round
 * @param {number[]} [p99]
 * @returns {import('./results.js').ContenderResult}
 */
const ran = (id, rps, p99 = rps) => ({
  id,
  name: id,
  status: 'ok',
  rounds: rps.map((value, i) => ({ rps: value, latency: { p99: p99[i] } })),
  summary: {
    rps: { median: rps.toSorted((a, b) => a - b)[rps.length >> 1] },
    'latency.p99': { median: p99.toSorted((a, b) => a - b)[p99.length >> 1] },
  },
})

/** @param {import('./results.js').ContenderResult[]} contenders */
const resultOf = (...contenders) => ({
  schema: /** @type {1} */ (1),
  id: 'x',
  title: 'X',
  contenders,
})

// The machine slows down from round to round, and both with it.
const steady = ran('steady', [100, 80, 60, 40, 20], [1, 2, 3, 4, 5])
const double = ran('double', [200, 160, 120, 80, 40], [2, 1, 9, 8, 1])

test('a ratio is the median of what each round says', () => {
  const result = resultOf(steady, double)
  const paired = requirePaired(result, 'double.rps', 'steady.rps')
  assert.deepEqual(paired, {
    median: 2,
    min: 2,
    max: 2,
    rounds: 5,
    isCertain: true,
  })
})

test('a figure of a distribution is found in each round', () => {
  const result = resultOf(steady, double)
  const { median, min, max, isCertain } = requirePaired(
    result,
    'double.latency.p99',
    'steady.latency.p99',
  )
  assert.deepEqual([median, min, max, isCertain], [2, 0.2, 3, false])
})

test('a difference is the median of what each round says', () => {
  const result = resultOf(steady, ran('more', [101, 82, 90, 44, 25]))
  assert.deepEqual(requireDifference(result, 'more.rps', 'steady.rps'), {
    median: 4,
    metric: 'rps',
  })
  assert.equal(requireDifference(result, 'steady.rps', 'more.rps').median, -4)
  assert.throws(
    () => requireDifference(result, 'more.rps', 'steady.latency.p99'),
    /differ in their metric/,
  )
})

test('two figures of one contender can be paired', () => {
  const names = /** @type {const} */ (['double.rps', 'double.latency.p99'])
  assert.equal(requirePaired(resultOf(double), ...names).max, 160)
})

test('an order is certain when all of at least five rounds agree', () => {
  const four = (/** @type {number[]} */ rps) => ran('four', rps)
  assert.equal(
    requirePaired(
      resultOf(four([1, 1, 1, 1]), ran('other', [2, 2, 2, 2])),
      'four.rps',
      'other.rps',
    ).isCertain,
    false,
    'four rounds',
  )
  const once = ran('once', [90, 90, 50, 35, 15])
  assert.deepEqual(
    orderOf([once, steady, double], 'rps').map(
      ({ ahead, behind, isCertain }) => [ahead, behind, isCertain],
    ),
    [
      ['double', 'steady', true],
      ['steady', 'once', false],
    ],
  )
})

test('what is the same in every round is level', () => {
  const alike = [steady, { ...steady, id: 'other' }]
  const [step] = orderOf(alike, 'rps')
  assert.deepEqual([step.isCertain, step.isLevel], [false, true])
  const once = ran('once', [90, 90, 50, 35, 15])
  assert.equal(orderOf([once, steady], 'rps')[0].isLevel, false)
})

test('less is ahead where less is better, and who did not run has no place', () => {
  const quick = { ...steady, id: 'quick' }
  const gone = {
    id: 'gone',
    name: 'Gone',
    status: /** @type {const} */ ('skipped'),
  }
  const slow = ran('slow', [1, 1, 1, 1, 1], [6, 7, 8, 9, 10])
  const [step, ...rest] = orderOf([slow, gone, quick], 'latency.p99')
  assert.deepEqual(rest, [])
  assert.deepEqual(
    [step.ahead, step.behind, step.isCertain],
    ['quick', 'slow', true],
  )
  assert.ok(step.ratio < 1)
})

test('figures without rounds are not paired, and it says why', () => {
  const published = { ...steady, rounds: undefined }
  assert.throws(
    () =>
      requirePaired(resultOf(published, double), 'double.rps', 'steady.rps'),
    /Result x: steady has no rounds, so nothing can be paired; use \{\{#ratio/,
  )
  assert.throws(
    () => requirePaired(resultOf(double), 'double.rps', 'none.rps'),
    /has no contender "none"/,
  )
})
