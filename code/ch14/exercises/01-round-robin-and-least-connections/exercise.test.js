import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Dealer } = await import(new URL(file, import.meta.url).href)

/** @param {...number} ids */
function dealerOf(...ids) {
  const dealer = new Dealer()
  for (const id of ids) dealer.add(id)
  return dealer
}

/** @param {any} dealer @param {number} count */
const take = (dealer, count) =>
  Array.from({ length: count }, () => dealer.take())

test('without a worker nobody gets it', () => {
  const dealer = dealerOf()
  assert.equal(dealer.take(), undefined)
  dealer.add(1)
  assert.equal(dealer.take(), 1)
  dealer.remove(1)
  assert.equal(dealer.take(), undefined)
})

test('as long as no connection ends, they take turns', () => {
  assert.deepEqual(take(dealerOf(1, 2, 3), 7), [1, 2, 3, 1, 2, 3, 1])
  assert.deepEqual(take(dealerOf(7, 3), 4), [7, 3, 7, 3])
})

test('whose connections end gets the next ones', () => {
  const dealer = dealerOf(1, 2, 3)
  take(dealer, 9)
  dealer.free(2)
  assert.equal(dealer.take(), 2)
  dealer.free(3)
  dealer.free(3)
  assert.deepEqual(take(dealer, 2), [3, 3])
})

test('of those with equally few, it is the one that has waited longest', () => {
  const dealer = dealerOf(1, 2, 3)
  take(dealer, 3)
  for (const id of [3, 1, 2]) dealer.free(id)
  assert.deepEqual(take(dealer, 3), [1, 2, 3])
  dealer.free(1)
  assert.equal(dealer.take(), 1)
  for (const id of [1, 2, 3]) dealer.free(id)
  assert.deepEqual(take(dealer, 3), [2, 3, 1])
})

test('a worker that holds on to its connections gets no more', () => {
  const dealer = dealerOf(1, 2)
  assert.deepEqual(take(dealer, 2), [1, 2])
  for (let i = 0; i < 5; i++) {
    dealer.free(2)
    assert.equal(dealer.take(), 2)
  }
})

test('a new worker gets connections until it has as many as the others', () => {
  const dealer = dealerOf(1, 2)
  take(dealer, 4)
  dealer.add(3)
  assert.deepEqual(take(dealer, 3), [3, 3, 1])
})

test('a worker is added once, whatever it has', () => {
  const dealer = dealerOf(1, 2)
  take(dealer, 4)
  dealer.add(1)
  assert.deepEqual(take(dealer, 4), [1, 2, 1, 2])
  dealer.remove(1)
  assert.deepEqual(take(dealer, 2), [2, 2])
})

test('what ends with a worker that is gone means nothing', () => {
  const dealer = dealerOf(1, 2)
  take(dealer, 4)
  dealer.remove(1)
  dealer.free(1)
  assert.equal(dealer.take(), 2)
  dealer.add(1)
  dealer.free(1)
  assert.deepEqual(take(dealer, 4), [1, 1, 1, 2])
})
