import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('cli.js', import.meta.url))

/** @param {string[]} args */
function bench(...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, ...args],
    { encoding: 'utf8', timeout: 20_000 },
  )
  return { status, stdout, stderr }
}

test('--list names the benchmarks and their contenders', () => {
  const { status, stdout } = bench('--list')
  assert.equal(status, 0)
  assert.match(stdout, /^ch00-single$/m)
  assert.match(stdout, /velocy/)
})

test('wrong arguments are refused with what was expected', () => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [[], /got no name, expected a benchmark, a chapter or all/],
    [['--fast'], /--fast/],
    [['ch00-single', '--rounds', 'many'], /--rounds: got "many"/],
    [['ch00-single', '--publish', '--short'], /cannot be published/],
    [['ch00-single', '--publish', '--rounds', '2'], /got 2 rounds/],
  ])) {
    const { status, stderr } = bench(...args)
    assert.equal(status, 2, stderr)
    assert.match(stderr, message)
  }
})

test('a benchmark or a contender that is not there is an error', () => {
  const unknown = bench('ch99-nothing', '--short')
  assert.equal(unknown.status, 1)
  assert.match(unknown.stderr, /No benchmark "ch99-nothing"/)
  const contender = bench('ch00-single', '--short', '--contenders', 'rails')
  assert.equal(contender.status, 1)
  assert.match(contender.stderr, /has none of rails; it has node-http/)
})
