import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import * as toolchain from './toolchain.js'

/**
 * A folder with a program that prints a text.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {string} printed
 */
function fakeProgram(t, name, printed) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'toolchain-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho "${printed}"\n`)
  chmodSync(file, 0o755)
  return { folder, file }
}

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} changes
 */
function withEnv(t, changes) {
  for (const [name, value] of Object.entries(changes)) {
    const before = process.env[name]
    process.env[name] = value
    t.after(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
}

test('a program is looked up in the folders of PATH', (t) => {
  const { folder, file } = fakeProgram(t, 'tool', 'tool 1.2.3')
  assert.equal(toolchain.onPath('tool', `/nowhere:${folder}`), file)
  assert.equal(toolchain.onPath('tool', '/nowhere'), null)
  assert.equal(toolchain.onPath('tool', ''), null)
})

test('the version is what the program prints', (t) => {
  const { file } = fakeProgram(t, 'tool', 'tool v1.20.3 (abc)')
  assert.equal(toolchain.versionOf(file), '1.20.3')
  assert.equal(toolchain.versionOf('/no/such/program'), null)
})

test('an mdBook of the series on PATH is used, whatever its last number', (t) => {
  const { folder, file } = fakeProgram(t, 'mdbook', 'mdbook v0.5.99')
  withEnv(t, { PATH: folder })
  assert.deepEqual(toolchain.mdbook(), {
    path: file,
    version: '0.5.99',
    reason: '',
  })
})

test('an mdBook of another series is not used', (t) => {
  const { folder, file } = fakeProgram(t, 'mdbook', 'mdbook v0.4.40')
  withEnv(t, { PATH: folder })
  assert.notEqual(toolchain.mdbook().path, file)
})

test('a Node that is not pinned is named', () => {
  const tool = toolchain.node(18)
  assert.equal(tool.path, null)
  assert.match(tool.reason, /Node 18 is not pinned; pinned are 20, 24, 26/)
})

test('CHROMIUM that does not run is said so, not replaced', (t) => {
  withEnv(t, { CHROMIUM: '/no/such/browser' })
  assert.deepEqual(toolchain.chromium(), {
    path: null,
    version: '',
    reason: 'CHROMIUM is /no/such/browser, no program that runs',
  })
})

test('a Go that is too old is named with its version', (t) => {
  const { folder, file } = fakeProgram(
    t,
    'go',
    'go version go1.9.7 linux/arm64',
  )
  withEnv(t, { PATH: folder })
  assert.equal(toolchain.go('1.9').path, file)
  const { path: none, reason } = toolchain.go('1.25')
  assert.equal(none, null)
  assert.match(reason, /is Go 1\.9\.7, older than 1\.25/)
})

test('a missing program says how to get it', (t) => {
  withEnv(t, { PATH: '/nowhere', CARGO_HOME: '/nowhere' })
  assert.match(toolchain.wrk().reason, /scripts\/setup.sh --only wrk/)
  assert.match(toolchain.cargo().reason, /rustup/)
  assert.equal(toolchain.wrk().path, null)
})

test('a program that took the place of another is asked anew', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'toolchain-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'program')
  for (const version of ['1.2.3', '1.2.10']) {
    writeFileSync(file, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
    assert.equal(toolchain.versionOf(file), version)
  }
})
