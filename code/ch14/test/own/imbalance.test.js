import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { simulate } from '../../steps/06-imbalance.js'

/**
 * How far the largest share of 400 connections may be from the model's: the
 * kernel's hash is as good as dice, and who wakes first is up to the machine.
 */
const TOLERANCE = { reusePort: 0.1, shared: 0.25 }

const program = fileURLToPath(
  new URL('../../steps/06-measured.js', import.meta.url),
)

/** @param {string[]} args @returns {Promise<number[][]>} of each line */
async function measured(...args) {
  const options = { timeout: 30_000 }
  const argv = [program, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, argv, options)
  return stdout
    .trim()
    .split('\n')
    .map((line) => (line.match(/\d+/g) ?? []).map(Number))
}

for (const limit of ['0', '20']) {
  test(`workers in turn get what the model says, limit ${limit}`, async () => {
    const [model, workers, [expected, opened]] = await measured(
      'round-robin',
      limit,
    )
    assert.deepEqual(workers, model)
    assert.equal(opened, expected)
  })
}

for (const schedule of /** @type {const} */ (['shared', 'reusePort'])) {
  test(`the model's largest share of ${schedule} is about the real`, async () => {
    const many = { customers: 400, busy: 0, ticks: 1 }
    const [, workers] = await measured(schedule, '0', JSON.stringify(many))
    const real = Math.max(...workers) / 400
    const { peak } = simulate({ ...many, schedule })
    const off = Math.abs(real - peak / 4)
    assert.ok(
      off < TOLERANCE[schedule],
      `got ${workers}, expected a largest share about ${peak / 4}`,
    )
  })
}

test('the same seed is the same story, and another one is not', () => {
  const told = simulate({ seed: 5, stay: 4 })
  assert.deepEqual(simulate({ seed: 5, stay: 4 }), told)
  assert.notDeepEqual(simulate({ seed: 6, stay: 4 }).total, told.total)
})

test('each request is on one worker in one tick', () => {
  const { load, total } = simulate({ schedule: 'shared', limit: 7, stay: 3 })
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0)
  assert.equal(sum(load.map(sum)), sum(total))
  assert.equal(sum(total), 40 * (29 + 3 * 20))
  assert.equal(load.length, 40)
})

test('a limit per connection evens out what busy customers ask', () => {
  const seeds = Array.from({ length: 50 }, (_, seed) => seed)
  for (const schedule of /** @type {const} */ (['round-robin', 'reusePort'])) {
    const peaks = [0, 20].map((limit) => {
      const all = seeds.map((seed) => simulate({ schedule, limit, seed }).peak)
      return all.reduce((a, b) => a + b) / all.length
    })
    assert.ok(peaks[1] < peaks[0] - 0.3, `got ${peaks}`)
  }
})
