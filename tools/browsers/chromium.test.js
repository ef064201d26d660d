import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchChromium } from './chromium.js'

test('a CHROMIUM that cannot be run is an error that names it', async (t) => {
  const before = process.env.CHROMIUM
  t.after(() => {
    if (before === undefined) delete process.env.CHROMIUM
    else process.env.CHROMIUM = before
  })
  process.env.CHROMIUM = '/nowhere/chrome'
  await assert.rejects(launchChromium(), /CHROMIUM is \/nowhere\/chrome/)
})
