import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { codeDir, fromRoot, root, siteDir, srcDir } from './paths.js'

test('the root is the folder of package.json, wherever one stands', () => {
  assert.ok(path.isAbsolute(root))
  assert.ok(existsSync(path.join(root, 'package.json')))
  for (const folder of [srcDir, codeDir, siteDir]) {
    assert.ok(folder.startsWith(root + path.sep))
  }
})

test('paths are shown from the root, with slashes', () => {
  assert.equal(
    fromRoot(path.join(codeDir, 'ch01', 'lib', 'a.js')),
    'code/ch01/lib/a.js',
  )
  assert.equal(fromRoot(root), '')
})
