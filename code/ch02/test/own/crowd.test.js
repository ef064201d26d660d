import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const file = fileURLToPath(addressOf('steps/8-crowd.js'))
const run = promisify(execFile)

test('a crowd costs no thread, and is answered while it is silent', async () => {
  const { stdout } = await run(process.execPath, [file, '300'])
  const [, before] = /no clients: \d+ MiB, (\S+) threads/.exec(stdout) ?? []
  const [, during] = /300 clients: \d+ MiB, (\S+) threads/.exec(stdout) ?? []
  assert.match(during, /^(\d+|\?)$/, stdout)
  // One that loads certificates when Node.js starts may have ended by then.
  const more = Number(during) - Number(before)
  assert.ok(!(more > 0), `${more} more threads: ${stdout}`)
  assert.match(stdout, /^one more asks: hello$/m)
  assert.match(stdout, /^a silent second: busy for .* %, late by \d+ ms$/m)
  assert.match(stdout, /^all ask at once: first after \d+ ms, last after/m)
})

test('a limit that is too low is told before anything is opened', async () => {
  const script = 'ulimit -n 1024; exec "$0" "$@"'
  const told = run('sh', ['-c', script, process.execPath, file])
  await assert.rejects(told, (/** @type {any} */ error) => {
    assert.equal(error.code, 1)
    assert.match(error.stdout, /need 10100 open files, and may have 1024/)
    assert.match(error.stdout, /ulimit -n 10100/)
    return true
  })
})
