import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf } from '../library.js'

/** @param {string} name of a program in `steps/` */
function linesOf(name) {
  const program = fileURLToPath(addressOf(name))
  const { stdout, stderr } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  return stdout.split('\n')
}

test('a layer that drops its result does not lose the answer', () => {
  const lines = linesOf('steps/3-composed.js')
  assert.equal(lines.filter((line) => line === 'Answer: Aya, Ben').length, 1)
})

test('a layer that refuses keeps the handler from running', () => {
  const lines = linesOf('steps/3-composed.js')
  assert.ok(lines.includes('Answer: Unauthorized'))
  assert.equal(lines.filter((line) => line === 'members').length, 1)
})
