import assert from 'node:assert/strict'
import test from 'node:test'
import { lossesOf } from './losses.js'

/**
 * @param {string} id
 * @param {number[]} rps by round
 * @param {number[]} [p50]
 * @returns {import('./results.js').ContenderResult}
 */
const ran = (id, rps, p50 = [1, 1, 1, 1, 1]) => ({
  id,
  name: id,
  status: 'ok',
  rounds: rps.map((value, i) => ({ rps: value, latency: { p50: p50[i] } })),
  summary: { rps: { median: rps[2] }, 'latency.p50': { median: p50[2] } },
})

/** @param {import('./results.js').ContenderResult[]} contenders */
const lossesAmong = (...contenders) =>
  lossesOf({ schema: 1, id: 'x', title: 'X', contenders })

const own = ran('velocy', [10, 20, 30, 40, 50])

test('ahead is only what is ahead in every round, in the right direction', () => {
  const fast = ran('fast', [20, 40, 60, 80, 100], [0.5, 0.5, 0.5, 0.5, 0.5])
  const lucky = ran('lucky', [99, 99, 99, 99, 49], [2, 2, 2, 2, 2])
  assert.deepEqual(lossesAmong(own, fast, lucky), {
    pairs: 4,
    losses: [
      { ours: 'velocy', metric: 'rps', ahead: [{ id: 'fast', ratio: 2 }] },
      {
        ours: 'velocy',
        metric: 'latency.p50',
        ahead: [{ id: 'fast', ratio: 2 }],
      },
    ],
  })
})

test('a variant of ours is compared with the same variant of others', () => {
  const { pairs, losses } = lossesAmong(
    ran('velocy-net', [9, 9, 9, 9, 9]),
    ran('velocy-net-cookie', [5, 5, 5, 5, 5]),
    ran('velocy-http', [1, 1, 1, 1, 1]),
    ran('hono', [8, 8, 8, 8, 8]),
    ran('hono-cookie', [6, 6, 6, 6, 6]),
  )
  assert.equal(pairs, 4)
  assert.deepEqual(
    losses.map(({ ours, ahead }) => [ours, ...ahead.map(({ id }) => id)]),
    [['velocy-net-cookie', 'hono-cookie']],
  )
})

test('who was skipped is neither ahead nor behind', () => {
  const absent = { id: 'axum', name: 'Axum', status: 'skipped' }
  const { pairs } = lossesAmong(own, /** @type {any} */ (absent))
  assert.equal(pairs, 0)
})
