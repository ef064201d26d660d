import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const run = promisify(execFile)

test('a character that is cut survives only where it is put together', async () => {
  const file = fileURLToPath(addressOf('steps/1-cut.js'))
  const { stdout } = await run(process.execPath, [file])
  const texts = stdout.trim().split('\n').slice(1)
  assert.deepEqual(
    texts.map((line) => line.split(/: +/)),
    [
      ['decoded apart', 'jo\ufffd\ufffdo'],
      ['decoded in turn', 'joão'],
      ['joined, decoded', 'joão'],
    ],
  )
})
