import assert from 'node:assert/strict'
import { test } from 'node:test'
import { treeOf } from './code.js'

test('CommonJS is parsed, too', () => {
  assert.equal(treeOf('return module\n').body.length, 1)
})
