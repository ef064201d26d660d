import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { findChromium } from './chromium.js'

test('CHROMIUM names the executable', () => {
  assert.equal(findChromium({ CHROMIUM: process.execPath }), process.execPath)
})

test('a CHROMIUM that cannot be run is an error that names it', () => {
  assert.throws(
    () => findChromium({ CHROMIUM: '/nowhere/chrome' }),
    /CHROMIUM=\/nowhere\/chrome, expected the path of an executable/,
  )
})

test('the first on PATH is found; what cannot be run is passed over', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chromium-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, mode] of /** @type {[string, number][]} */ ([
    ['first', 0o644],
    ['second', 0o755],
  ])) {
    mkdirSync(path.join(folder, name))
    const file = path.join(folder, name, 'chromium')
    writeFileSync(file, '')
    chmodSync(file, mode)
  }
  const PATH = ['first', 'second']
    .map((name) => path.join(folder, name))
    .join(path.delimiter)
  assert.equal(findChromium({ PATH }), path.join(folder, 'second', 'chromium'))
})
