import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readJson, textOf } from './files.js'

test('a file that is not there is empty, or null', () => {
  assert.equal(textOf('/none/there'), '')
  assert.equal(readJson('/none/there.json'), null)
})

test('JSON is parsed once, and anew when its file has changed', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'a.json')
  writeFileSync(file, '{ "a": 1 }')
  const first = readJson(file)
  assert.deepEqual(first, { a: 1 })
  assert.equal(readJson(file), first)
  writeFileSync(file, '{ "a": 22 }')
  assert.deepEqual(readJson(file), { a: 22 })
  writeFileSync(file, '{')
  assert.throws(() => readJson(file), SyntaxError)
})
