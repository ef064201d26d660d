import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { sumOfSquares } = await import(new URL(file, import.meta.url).href)

let used = 0

/**
 * The numbers from 1 to `count`. One counts as used when the next is asked for.
 *
 * @param {number} count
 */
function* upTo(count) {
  for (let number = 1; number <= count; number++) {
    yield number
    used++
  }
}

for (const [count, sum] of [
  [0, 0],
  [3, 14],
  [1000, 333_833_500],
  [2500, 5_211_458_750],
]) {
  test(`the squares of 1 to ${count} are ${sum}`, async () => {
    assert.equal(await sumOfSquares(upTo(count)), sum)
  })
}

test('between two turns of the others, at most 1,000 squares', async () => {
  used = 0
  let before = 0
  let most = 0
  let isOver = false
  function turn() {
    most = Math.max(most, used - before)
    before = used
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await sumOfSquares(upTo(50_000))
  isOver = true
  await new Promise((done) => setImmediate(done))
  assert.equal(used, 50_000)
  assert.ok(most <= 1000, `got ${most} squares in one turn`)
})
