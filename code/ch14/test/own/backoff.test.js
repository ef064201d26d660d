import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backOff } from '../../lib/common/backoff.js'

const TIMES = { delay: 100, maxDelay: 30_000 }

test('each wait is twice as long, up to the longest', () => {
  const waits = [1, 2, 3, 9, 10, 100].map((failures) =>
    backOff(failures, TIMES, () => 0),
  )
  assert.deepEqual(waits, [100, 200, 400, 25_600, 30_000, 30_000])
})

test('chance takes up to half of it', () => {
  assert.equal(
    backOff(3, TIMES, () => 0.5),
    300,
  )
  assert.equal(
    backOff(3, TIMES, () => 1),
    200,
  )
})
