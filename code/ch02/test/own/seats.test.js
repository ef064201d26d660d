import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const folder = addressOf('steps/seats/')
const run = promisify(execFile)

/** @param {string} name */
async function linesOf(name) {
  const file = fileURLToPath(new URL(name, folder))
  const { stdout } = await run(process.execPath, [file])
  return stdout.trim().split('\n')
}

test('a check before an await sells one seat three times', async () => {
  const lines = await linesOf('1-race.js')
  const sold = lines.filter((line) => line.includes('sold, '))
  assert.equal(sold.length, 3, lines.join('\n'))
})

test('a check and a sale with no await between them sell one seat once', async () => {
  const lines = await linesOf('2-reserve.js')
  const sold = lines.filter((line) => line.includes('sold, '))
  assert.deepEqual(sold, ['Ana: sold, 0 left'])
})
