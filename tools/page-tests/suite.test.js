import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { cumulativeTests, missingModules, modulesOf } from './suite.js'

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

test("only the last chapter's steps are tested", (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'suite-'))
  t.after(() => rmSync(top, { recursive: true }))
  const files = {
    'loop.test.js': "new URL('loop.js', addressOf('steps/'))",
    'bench.test.js': "new URL('../../steps/loop.js', import.meta.url)",
  }
  const all = ['ch01', 'ch02'].map((id) => {
    const own = path.join(top, id, 'test', 'own')
    mkdirSync(own, { recursive: true })
    writeFileSync(path.join(own, '..', 'server.test.js'), '')
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(own, name), text)
    }
    return /** @type {any} */ ({ id, codeDir: path.join(top, id) })
  })
  const found = cumulativeTests(all).map(({ files }) =>
    files.map((file) => path.relative(top, file)),
  )
  assert.deepEqual(found, [
    ['ch01/test/server.test.js'],
    ['ch02/test/server.test.js', 'ch02/test/own/loop.test.js'],
  ])
})
