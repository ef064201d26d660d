import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { patience } from '../../processes/pace.js'
import { run } from '../../processes/run.js'
import { node } from '../../processes/toolchain.js'

const skip = node(26).reason || false
const program = fileURLToPath(new URL('fuzz.js', import.meta.url))

test('the newest snapshot reads samples as the reference does', {
  skip,
}, async () => {
  const args = [program, '--bytes', '100000']
  const { status, output } = await run(process.execPath, args, {
    timeout: patience(30),
  })
  assert.equal(status, 0, output)
  assert.match(output, /samples, \d+ requests seen, 0 crashes/)
})
