import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { loadedBy } from './loads.js'

test('a program runs what it imports, and what it starts by a URL', (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'loads-'))
  t.after(() => rmSync(top, { recursive: true }))
  const files = {
    'main.js': `import { a } from './a.js'
fork(new URL('./child.js', import.meta.url), [a])`,
    'a.js': 'export const a = 1',
    'child.js': '',
    'other.js': '',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(top, name), text)
  }
  const loaded = loadedBy('node main.js 10', top)
  assert.deepEqual([...loaded].sort(), ['a.js', 'child.js', 'main.js'])
})
