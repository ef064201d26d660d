import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { sumOfSquares } = await import(new URL(file, import.meta.url).href)

for (const [count, sum] of [
  [0, 0],
  [3, 14],
  [1000, 333_833_500],
  [2500, 5_211_458_750],
]) {
  test(`the squares of 1 to ${count} are ${sum}`, async () => {
    assert.equal(await sumOfSquares(count), sum)
  })
}

test('others get a turn after every 1,000 squares', async () => {
  let turns = 0
  let isOver = false
  function turn() {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await sumOfSquares(50_000)
  isOver = true
  assert.ok(turns >= 45, `got ${turns} turns of the loop, expected about 50`)
})
