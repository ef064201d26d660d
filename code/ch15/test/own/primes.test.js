import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../library.js'

const { primes } = await import(addressOf('demo/primes.js').href)

test('the primes below a number are counted', () => {
  assert.deepEqual(
    [2, 3, 10, 11, 12].map((below) => primes(below)),
    [0, 1, 4, 4, 5],
  )
  assert.equal(primes(100_000), 9592)
})

test('a count that is aborted stops', () => {
  let asked = 0
  const task = {
    get isAborted() {
      return ++asked > 2
    },
  }
  assert.equal(primes(10_000_000, task), undefined)
  assert.equal(asked, 3)
})
