import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const run = promisify(execFile)

/** @param {string} step @returns {Promise<string[]>} the lines it prints */
async function linesOf(step) {
  const { pathname } = addressOf(step)
  const { stdout } = await run(process.execPath, [pathname])
  return stdout.trimEnd().split('\n')
}

test('a thread has modules, globals and an environment of its own', async () => {
  const lines = await linesOf('steps/03-own.js')
  const [, pid] = lines[1].split('process ')
  const said = lines.map((line) => line.replace(pid, 'pid'))
  assert.deepEqual(said, [
    'thread 0: 1, Katerina',
    '  in Naxos, as process pid',
    'thread 1: 1, undefined',
    '  in Ios, as process pid',
    'thread 0: 1, Katerina',
    '  in Naxos, as process pid',
  ])
})

test('a transferred array is gone here, and whole there', async () => {
  const [here, there] = await linesOf('steps/05-transfer.js')
  assert.equal(here, 'here: 0 bytes')
  assert.equal(there, 'there: 16000000 bytes, the first is 7')
})
