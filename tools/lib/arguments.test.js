import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './paths.js'

/** The tools that read their arguments so, with an option of each. */
const tools = [
  'budgets/cli.js',
  'forward-port/cli.js',
  'l10n/cli.js',
  'lint/links.js',
  'mutants/cli.js',
  'pdf/cli.js',
  'pdf/epub.js',
  'serve/cli.js',
  'transcripts/cli.js',
  'verify/cli.js',
]

/** @param {string[]} args */
const run = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })

for (const tool of tools) {
  const file = path.join('tools', tool)

  test(`${tool} refuses an option that it doesn't know, and says those it does`, () => {
    const { status, stdout, stderr } = run(file, '--wat')
    assert.equal(status, 2, stderr)
    assert.match(stderr, /^Unknown option '--wat'.*\n\nUsage: /)
    assert.equal(stdout, '')
  })

  test(`${tool} says how it is called, and does nothing else`, () => {
    const { status, stdout, stderr } = run(file, '-h')
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^Usage: /)
    assert.equal(stderr, '')
  })
}
