import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const folder = addressOf('steps/loop/')
const run = promisify(execFile)

/** What each program prints, on every supported version of Node.js. */
const order = {
  '1-main.js': 'main, microtask, nextTick, timer',
  '2-file.js': 'file, nextTick, microtask, immediate, timer',
  '3-between.js':
    'immediate 1, nextTick 1, microtask 1, immediate 2, microtask 2',
  '4-await.js': 'a, f, b, d, e, c',
  '5-starve.js': 'tick 1, tick 2, tick 3, immediate',
  '6-late.js': 'immediate, timer 1, timer 2',
}

test('each program of steps/loop/ is in the table', () => {
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'))
  assert.deepEqual(programs.sort(), Object.keys(order))
})

for (const [name, expected] of Object.entries(order)) {
  test(`${name} prints ${expected}`, async () => {
    const file = fileURLToPath(new URL(name, folder))
    const { stdout } = await run(process.execPath, [file])
    const lines = stdout.trim().split('\n')
    assert.equal(lines.map((line) => line.trim()).join(', '), expected)
  })
}
