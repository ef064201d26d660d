import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import process from 'node:process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

test('a thread has its own modules, globals and environment', async () => {
  const program = fileURLToPath(addressOf('steps/03-own.js'))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const main = /^thread 0: 1, Katerina\n {2}in Naxos, as process (\d+)$/gm
  const [before, after, ...more] = stdout.matchAll(main)
  assert.equal(before[0], after[0])
  assert.equal(more.length, 0)
  const worker = /^thread 1: 1, undefined\n {2}in Ios, as process (\d+)$/m
  const [, pid] = stdout.match(worker) ?? []
  assert.equal(pid, before[1])
})
