import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampled, tellSampled } from './sample.js'

test('a part is the same each time, and all where nothing was told', (t) => {
  const before = process.env.SAMPLED
  t.after(() => tellSampled(before !== undefined))
  const items = ['a', 'b', 'c', 'd', 'e']
  tellSampled(false)
  assert.deepEqual(sampled(items, 2), items)
  tellSampled(true)
  assert.deepEqual(sampled(items, 2), ['a', 'c', 'e'])
  assert.deepEqual(sampled(items, 9), ['a'])
  assert.deepEqual(sampled([], 2), [])
})
