import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { missingModules, modulesOf } from './suite.js'

test('tests need the modules of their helpers, too', (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'suite-'))
  t.after(() => rmSync(top, { recursive: true }))
  for (const name of ['lib', 'test']) mkdirSync(path.join(top, name))
  const files = {
    'lib/index.js': '',
    'test/one.test.js':
      "import { ask } from './serving.js'\nawait library('lib/own.js')",
    'test/serving.js':
      "import './serving.js'\nimport './gone.js'\nnew URL('./', import.meta.url)\nawait library('lib/index.js')\nawait library('lib/helped.js')",
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(top, name), text)
  }
  const file = path.join(top, 'test', 'one.test.js')
  assert.deepEqual(modulesOf(file), ['lib/own.js'])
  assert.deepEqual(missingModules(file, path.join(top, 'server.js')), [
    'lib/own.js',
    'lib/helped.js',
  ])
})
