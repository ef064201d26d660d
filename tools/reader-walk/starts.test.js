/** The commands of `{{#start}}` for those who begin with our snapshot. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { chapters } from '../book-model/chapters.js'
import { isTyped } from '../book-model/listing.js'
import { clone, startOf } from '../book-model/starts.js'
import { filesBelow } from '../lib/files.js'
import { root } from '../lib/paths.js'

/** @param {string} folder absolute path */
const programsIn = (folder) =>
  filesBelow(folder).filter((name) => isTyped(name) || name === 'package.json')

test('a chapter begins with what it goes on with of the one before', (t) => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'starts-'))
  t.after(() => rmSync(home, { recursive: true }))
  symlinkSync(root, path.join(home, clone))
  const env = { ...process.env, HOME: home }
  for (const chapter of chapters()) {
    const { id, codeDir } = chapter
    const start = startOf(chapter)
    if (!start) continue
    const script = start.ours.join(' && ')
    execFileSync('bash', ['-c', script], { cwd: home, env })
    assert.deepEqual(
      programsIn(path.join(home, id)),
      programsIn(start.before.codeDir).filter((name) =>
        existsSync(path.join(codeDir, name.split('/')[0])),
      ),
      id,
    )
  }
})
