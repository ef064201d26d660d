import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { loadedBy, seenBy } from './loads.js'

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

test('a program runs what it starts by a path below the folder', (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'loads-'))
  t.after(() => rmSync(top, { recursive: true }))
  mkdirSync(path.join(top, 'steps'))
  const files = {
    'steps/02-edge.js': "start('kudu', 'steps/02-sky.js')",
    'steps/02-sky.js': "import './02-part.js'",
    'steps/02-part.js': '',
    'steps/02-other.js': '',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(top, name), text)
  }
  const loaded = loadedBy('node steps/02-edge.js', top)
  const expected = ['steps/02-edge.js', 'steps/02-part.js', 'steps/02-sky.js']
  assert.deepEqual([...loaded].sort(), expected)
})

test('a program runs what it imports by a name that the package exports', (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'loads-'))
  t.after(() => rmSync(top, { recursive: true }))
  const exports = { '.': './main.js', './extra': './extra.js' }
  const files = {
    'package.json': JSON.stringify({ name: 'velocy', exports }),
    'main.js': '',
    'extra.js': '',
    'program.js': "import { a } from 'velocy/extra'",
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(top, name), text)
  }
  const loaded = loadedBy('node program.js', top)
  assert.deepEqual([...loaded].sort(), ['extra.js', 'program.js'])
})

test('tests see what their helpers name, and a server that they start', (t) => {
  const top = mkdtempSync(path.join(os.tmpdir(), 'loads-'))
  t.after(() => rmSync(top, { recursive: true }))
  const folders = ['lib', 'steps/loop', 'test/apps', 'test/own']
  for (const folder of folders) {
    mkdirSync(path.join(top, folder), { recursive: true })
  }
  const files = {
    'lib/index.js': "import './router.js'",
    'lib/router.js': '',
    'lib/other.js': '',
    'server.js': '',
    'steps/1-loop.js': "import './loop/part.js'",
    'steps/loop/part.js': '',
    'test/support.js': "process.env.APP ?? '../server.js'",
    'test/serving.js': `import './support.js'
import './gone.js'
await library('lib/index.js')`,
    'test/clusters.js': "new URL('./apps/one.js', import.meta.url)",
    'test/apps/one.js': "import '../serving.js'; library('lib/other.js')",
    'test/one.test.js': "import { ask } from './serving.js'",
    'test/app.test.js': "import { startApp } from './serving.js'",
    'test/cluster.test.js': "import { start } from './clusters.js'",
    'test/own/loop.test.js': "addressOf('steps/1-loop.js')",
    'test/own/part.test.js': "new URL('part.js', addressOf('steps/loop/'))",
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(top, name), text)
  }
  const seen = (/** @type {string} */ name) =>
    seenBy(path.join(top, 'test', name), top)
  const lib = ['lib/index.js', 'lib/router.js']
  assert.deepEqual(seen('one.test.js'), lib)
  assert.deepEqual(seen('app.test.js'), [...lib, 'server.js'])
  assert.deepEqual(seen('cluster.test.js'), ['lib/other.js'])
  const part = 'steps/loop/part.js'
  assert.deepEqual(seen('own/loop.test.js'), ['steps/1-loop.js', part])
  assert.deepEqual(seen('own/part.test.js'), [part])
})
