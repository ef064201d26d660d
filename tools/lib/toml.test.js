import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutTables } from './toml.js'

test('a table of a configuration is left out with all that it holds', () => {
  const toml = 'a = 1\n\n[b]\nc = ["[d]"]\n\n[b.e]\nf = 2\n'
  assert.equal(withoutTables(toml, ['b']), 'a = 1\n\n[b.e]\nf = 2\n')
  assert.equal(withoutTables(toml, ['b.e']), 'a = 1\n\n[b]\nc = ["[d]"]\n\n')
})
