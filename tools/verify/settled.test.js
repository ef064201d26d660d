import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { isSettled, takenBy } from './settled.js'

const TEST = 'ch01/test/add.test.js'

/** Two chapters that are alike, and a test of the first. */
const alike = {
  'ch01/test/library.js': 'export const library = () => {}\n',
  'ch01/test/support.js': 'export function startApp() {}\n',
  [TEST]:
    "import { library } from './library.js'\n" +
    "import './support.js'\n" +
    "await library(\n  'lib/add.js')\n",
  ...both('lib/add.js', "import '../lib/one.js'\nimport fs from 'node:fs'\n"),
  ...both('lib/one.js', "new Worker(new URL('./entry.js', import.meta.url))\n"),
  ...both('lib/entry.js', "Buffer.from('a')\n"),
  ...both('server.js', "import './lib/add.js'\n"),
}

/** @param {string} name @param {string} text */
function both(name, text) {
  return { [`ch01/${name}`]: text, [`ch02/${name}`]: text }
}

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} changes files that differ
 */
function settledWith(t, changes) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'settled-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...alike, ...changes })) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  /** @param {string} id */
  const chapter = (id) =>
    /** @type {any} */ ({ id, codeDir: path.join(folder, id) })
  const file = path.join(folder, TEST)
  return {
    taken: takenBy(file),
    isSettled: isSettled(file, chapter('ch02'), chapter('ch01')),
  }
}

test('a test that meets the same files is settled', (t) => {
  const { taken, isSettled } = settledWith(t, {})
  assert.deepEqual(taken, ['lib/add.js'])
  assert.equal(isSettled, true)
})

test('a file that it does not reach may differ', (t) => {
  const other = { 'ch02/lib/other.js': 'new', 'ch02/server.js': 'new' }
  assert.equal(settledWith(t, other).isSettled, true)
})

/** @type {Record<string, Record<string, string>>} */
const differing = {
  'what it takes differs': { 'ch02/lib/add.js': 'new' },
  'what that imports differs': { 'ch02/lib/one.js': 'new' },
  'what that starts differs': { 'ch02/lib/entry.js': 'new' },
  'what it takes imports a package': both('lib/one.js', "import 'velocy'\n"),
  'what it takes imports what is not there': both('lib/one.js', "import './2'"),
  'it starts a server that differs': {
    'ch01/test/add.test.js': "import { startApp } from './support.js'\n",
    'ch02/server.js': 'new',
  },
  'a helper of it starts one': {
    'ch01/test/add.test.js': "library('lib/add.js')\nimport './help.js'\n",
    'ch01/test/help.js': 'process.env.APP',
    'ch02/server.js': 'new',
  },
  'it takes what only running tells': {
    'ch01/test/add.test.js': "library('lib/add.js')\nlibrary(name)\n",
  },
  'it takes nothing that is known': { 'ch01/test/add.test.js': 'test()\n' },
}

for (const [what, changes] of Object.entries(differing)) {
  test(`a test is not settled where ${what}`, (t) => {
    assert.equal(settledWith(t, changes).isSettled, false)
  })
}

test('a test that starts a server is settled where that is the same', (t) => {
  const { taken, isSettled } = settledWith(t, {
    [TEST]: "import { startApp } from './support.js'\n",
  })
  assert.deepEqual(taken, ['server.js'])
  assert.equal(isSettled, true)
})
