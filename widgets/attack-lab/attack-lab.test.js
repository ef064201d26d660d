// @reads code/ch18/ src/ch18-trust/
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { attacks } from '../../code/ch18/steps/02-attack.js'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { codeDir } from '../../tools/lib/paths.js'
import { run } from '../../tools/processes/run.js'
import { node } from '../../tools/processes/toolchain.js'
import { describe } from './describe.js'
import { ATTACKS, SHOPS } from './model.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

const { path: runner, reason } = node(26)

test('what the page shows is what the shops say: else run record.js', {
  skip: runner ? false : reason,
}, async () => {
  const program = path.join(import.meta.dirname, 'record.js')
  const { status, output } = await run(String(runner), [program, '--print'])
  assert.equal(status, 0, output)
  const recorded = JSON.parse(output)
  // When to come again depends on how fast the guesses were.
  const masked = (/** @type {unknown} */ value) =>
    JSON.parse(JSON.stringify(value).replace(/(after: |in )\d+/g, '$1…'))
  for (const [index, { open, closed }] of ATTACKS.entries()) {
    assert.deepEqual(masked(recorded.open[index]), masked(open))
    assert.deepEqual(masked(recorded.closed[index]), masked(closed))
  }
})

test('every attack of the console works on one shop, and on the other none', () => {
  assert.equal(ATTACKS.length, attacks.length)
  for (const { id, open, closed } of ATTACKS) {
    assert.equal(open.isOpen, true, id)
    assert.equal(closed.isOpen, false, id)
    assert.equal(open.exchanges.length, closed.exchanges.length)
  }
})

test('the lines that make the difference are in the shops', () => {
  // A statement may take several lines.
  const inOne = (/** @type {string} */ text) =>
    text.replace(/\s+/g, ' ').replaceAll(', }', ' }')
  /** @param {string} file */
  const read = (file) =>
    inOne(readFileSync(path.join(codeDir, 'ch18', file), 'utf8'))
  const [open, closed] = [read(SHOPS.open), read(SHOPS.closed)]
  for (const { was, is } of ATTACKS) {
    assert.ok(open.includes(inOne(was)), was)
    assert.ok(!closed.includes(inOne(was)), was)
    assert.ok(closed.includes(inOne(is)), is)
    assert.ok(!open.includes(inOne(is)), is)
  }
})

for (const language of Object.keys(catalogs)) {
  test(`${language}: there are words for each step`, () => {
    const t = translator(catalogs, language)
    for (const attack of ATTACKS) {
      assert.ok(t(`attack.${attack.id}`))
      for (const at of attack.open.exchanges.keys()) {
        const words = describe(attack, at, t)
        assert.doesNotMatch(words, /undefined|\{/)
      }
    }
  })
}
