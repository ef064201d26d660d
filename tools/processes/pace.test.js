import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureSlowness, patience, slowness, tellSlowness } from './pace.js'

/** @param {import('node:test').TestContext} t */
function forget(t) {
  const before = process.env.MACHINE_SLOWNESS
  delete process.env.MACHINE_SLOWNESS
  t.after(() => {
    if (before === undefined) delete process.env.MACHINE_SLOWNESS
    else process.env.MACHINE_SLOWNESS = before
  })
}

test('a machine is measured, and never said to be faster than the reference', async () => {
  const measured = await measureSlowness()
  assert.ok(measured >= 1 && Number.isFinite(measured), String(measured))
})

test('what was told is taken, and is not measured again', (t) => {
  forget(t)
  tellSlowness(3)
  assert.equal(slowness(), 3)
  assert.equal(patience(20), 60)
})

test('a tool that runs alone measures once', (t) => {
  forget(t)
  const first = slowness()
  assert.ok(first >= 1, String(first))
  assert.equal(Number(process.env.MACHINE_SLOWNESS), Number(first.toFixed(2)))
  assert.equal(slowness(), Number(first.toFixed(2)))
})
