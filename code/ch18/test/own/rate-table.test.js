import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { RateTable } from '../../lib/common/rate-table.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** @param {number} limit @param {number} window in ms */
function makeTable(limit, window) {
  let now = 0
  const table = new RateTable(limit, window, () => now)
  const take = (/** @type {string} */ key) => table.take(key)
  return { take, pass: (/** @type {number} */ ms) => (now += ms) }
}

test('a key may take its limit at once, and then one after another', () => {
  const { take, pass } = makeTable(3, 60_000)
  for (const remaining of [2, 1, 0]) {
    assert.deepEqual(take('a'), { isTaken: true, remaining, wait: 20_000 })
  }
  const refused = { isTaken: false, remaining: 0, wait: 20_000 }
  assert.deepEqual(take('a'), refused)
  // What is refused has no price.
  assert.deepEqual(take('a'), refused)
  assert.equal(take('b').isTaken, true)
  pass(19_999)
  assert.deepEqual(take('a'), { isTaken: false, remaining: 0, wait: 1 })
  pass(1)
  assert.deepEqual(take('a'), { isTaken: true, remaining: 0, wait: 20_000 })
  assert.equal(take('a').isTaken, false)
  pass(60_000)
  assert.deepEqual(take('a'), { isTaken: true, remaining: 2, wait: 20_000 })
})

test('limits that do not divide their window are exact', () => {
  for (const limit of [1, 3, 7, 11, 999, 1_000_000]) {
    const { take, pass } = makeTable(limit, 1000)
    // In µs, what is added here needs a bit more before the point.
    pass(1048.575999123)
    const most = Math.min(limit, 2000)
    for (let i = 1; i <= most; i++) {
      const { isTaken, remaining } = take('a')
      assert.deepEqual([isTaken, remaining], [true, limit - i])
    }
    if (limit <= most) assert.equal(take('a').isTaken, false)
  }
})

test('in any time, a key gets its limit and what the time has paid for', () => {
  const { take, pass } = makeTable(10, 10_000)
  let taken = 0
  for (let ms = 0; ms < 60_000; ms += 7) {
    if (take('a').isTaken) taken++
    pass(7)
  }
  assert.ok(taken >= 69 && taken <= 70, `${taken} in a minute`)
})

test('a million keys take no more memory, and nobody is forgotten', () => {
  const { take } = makeTable(10, 60_000)
  const guesser = '203.0.113.7'
  while (take(guesser).isTaken);
  collectGarbage()
  const before = process.memoryUsage()
  for (let i = 0; i < 1_000_000; i++) take(`key ${i}`)
  assert.equal(take(guesser).isTaken, false)
  collectGarbage()
  const after = process.memoryUsage()
  const grown =
    after.heapUsed + after.external - before.heapUsed - before.external
  assert.ok(grown < 1_048_576, `${grown} bytes for a million keys`)
})

test('few strangers are taken for a key that has used up its limit', () => {
  const { take } = makeTable(2, 60_000)
  for (let i = 0; i < 100_000; i++) {
    take(`attacker ${i}`)
    take(`attacker ${i}`)
  }
  let refused = 0
  for (let i = 0; i < 10_000; i++) if (!take(`client ${i}`).isTaken) refused++
  // Both numbers of a key are taken once in 33 times, as chance has it.
  assert.ok(refused > 100 && refused < 1000, `${refused} of 10000`)
})

test('with a million of those, most strangers are', () => {
  const { take } = makeTable(1, 86_400_000)
  for (let i = 0; i < 1_000_000; i++) take(`attacker ${i}`)
  let refused = 0
  for (let i = 0; i < 1000; i++) if (!take(`client ${i}`).isTaken) refused++
  assert.ok(refused > 600 && refused < 850, `${refused} of 1000`)
})
