import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patience, patienceInMs } from './pace.js'

test('limits are twice as long as on an idle machine, or as PATIENCE says', (t) => {
  const before = process.env.PATIENCE
  t.after(() => {
    if (before === undefined) delete process.env.PATIENCE
    else process.env.PATIENCE = before
  })
  delete process.env.PATIENCE
  assert.equal(patience(20), 40)
  process.env.PATIENCE = '0.5'
  assert.equal(patienceInMs(1.5), 750)
  process.env.PATIENCE = 'much'
  assert.equal(patience(20), 40)
})
