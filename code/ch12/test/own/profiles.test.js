import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf } from '../library.js'

const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
after(() => rmSync(folder, { recursive: true }))

test('the tree of the profiles finds each of its 98 routes', async () => {
  const file = addressOf('steps/lookups.js').href
  const { freshPaths, PATTERNS, treeOf } = await import(file)
  assert.equal(PATTERNS.length, 98)
  const tree = treeOf()
  for (const pattern of PATTERNS) {
    assert.equal(tree.find(pattern.replace(/:\w+/g, '7'))?.path, pattern)
  }
  const paths = /** @type {string[]} */ (freshPaths(100))
  assert.equal(paths.filter((path) => tree.find(path)).length, 100)
})

test('the self time of a function is the sum of all its samples', () => {
  /** @param {string} functionName @param {string} url */
  const frame = (functionName, url) => ({ functionName, url, lineNumber: 8 })
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('find', 'file:///app/tree.js') },
      { id: 2, callFrame: frame('', 'file:///app/main.js') },
      // The same function, as called from another one.
      { id: 3, callFrame: frame('find', 'file:///app/tree.js') },
      { id: 4, callFrame: frame('(idle)', '') },
    ],
    samples: [1, 2, 3, 4],
    timeDeltas: [300, 150, 500, 50],
  }
  const file = join(folder, 'a.cpuprofile')
  writeFileSync(file, JSON.stringify(profile))
  const program = fileURLToPath(addressOf('steps/1-self-time.js'))
  const { stdout, stderr } = spawnSync(process.execPath, [program, file, '2'], {
    encoding: 'utf8',
  })
  const expected = [' 80.0 %  find tree.js:9', ' 15.0 %  (anonymous) main.js:9']
  assert.equal(stdout, `${expected.join('\n')}\n`, stderr)
})
