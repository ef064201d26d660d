import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { buildBrowserCode } from './browser-code.js'

test('the browser code is bundled again only when there is a reason', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const outDir = path.join(folder, 'assets')
  assert.equal(await buildBrowserCode(outDir), true)
  assert.equal(await buildBrowserCode(outDir), false)

  const site = path.join(outDir, 'site.js')
  const before = readFileSync(site)
  rmSync(site)
  assert.equal(await buildBrowserCode(outDir), true)
  assert.deepEqual(readFileSync(site), before)

  const record = path.join(folder, 'browser-code.json')
  const { files } = JSON.parse(readFileSync(record, 'utf8'))
  writeFileSync(record, JSON.stringify({ hash: 'of other sources', files }))
  assert.equal(await buildBrowserCode(outDir), true)
})
