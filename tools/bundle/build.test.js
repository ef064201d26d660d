import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { writeFixture } from '../../widgets/fixture.js'

/**
 * In bytes after gzip: the first load is site.js alone. What runs code is
 * loaded on first use, and the editor when something is edited.
 *
 * @type {[name: RegExp, most: number][]}
 */
const BUDGETS = [
  [/^site\.js$/, 14_000],
  // With the program that it runs.
  [/^widgets\/request-lab\.js$/, 20_000],
  [/^widgets\//, 15_000],
  [/^playground\/editor\.js$/, 150_000],
  [/^playground\/sandbox\.js$/, 200_000],
  [/^playground\//, 30_000],
]

const folder = mkdtempSync(path.join(tmpdir(), 'widgets-'))
await writeFixture(folder)
after(() => rmSync(folder, { recursive: true }))

test('what is loaded is small', (t) => {
  const names = readdirSync(folder, {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.js'))
  assert.ok(names.length >= 3, `only ${names.length} files were built`)
  for (const name of names) {
    const bytes = gzipSync(readFileSync(path.join(folder, name))).length
    const most = BUDGETS.find(([pattern]) => pattern.test(name))?.[1] ?? 0
    t.diagnostic(`${name}: ${bytes} bytes after gzip`)
    assert.ok(bytes < most, `${name}: got ${bytes} bytes, at most ${most}`)
  }
})
