import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { Shell } from './shell.js'

/** @param {number} timeLimit ms */
const open = (timeLimit) =>
  new Shell({
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    timeLimit,
  })

test('a command that does not end in time says so and what it printed', async () => {
  const shell = open(2000)
  const result = await shell.run('echo begun; sleep 60')
  await shell.close()
  assert.equal(result.status, null)
  assert.match(result.failure, /did not end within 2 s/)
  assert.equal(result.output, 'begun\n')
})

test('a server that never says that it listens is not waited for', async () => {
  const shell = open(500)
  const result = await shell.run('node -e "setTimeout(() => {}, 60000)" &')
  await shell.close()
  assert.match(result.failure, /did not print a line with http:\/\//)
})

const worker = `process.on('disconnect', () => {
  console.log('nobody there')
  setTimeout(() => console.log('last word'), 500)
})
process.send('ready')`
const parent = `const { fork } = require('node:child_process')
fork(process.argv[1]).once('message', () => console.log('http://here'))`

test('what a job leaves behind has its last word before the next command', {
  skip: process.platform !== 'linux' && 'nothing tells what is left behind',
}, async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shell-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'worker.js')
  writeFileSync(file, worker)
  const shell = open(20_000)
  t.after(() => shell.close())
  const { output } = await shell.run(`node -e "${parent}" ${file} &`)
  assert.equal(output, 'http://here\n')
  const end = await shell.run('kill $!')
  assert.equal(end.output, 'nobody there\nlast word\n')
  assert.equal((await shell.run('echo next')).output, 'next\n')
})

test('closing ends what the commands left running', async () => {
  const shell = open(5000)
  const { output } = await shell.run('sleep 60 & echo $!')
  await shell.close()
  assert.throws(() => process.kill(Number(output), 0), { code: 'ESRCH' })
})

test('a command cannot read the commands after it', async () => {
  const shell = open(5000)
  assert.equal((await shell.run('cat; cat <&3; echo end')).status, 0)
  assert.match((await shell.run('echo next')).output, /^next\n$/)
  await shell.close()
})

test('exit ends the block with its status', async () => {
  const shell = open(5000)
  assert.equal((await shell.run('exit 4')).status, 4)
  await shell.close()
})

test('a command that prints without end is stopped by its time limit', async () => {
  const shell = open(1000)
  const { failure, output } = await shell.run('yes')
  await shell.close()
  assert.match(failure, /did not end within 1 s/)
  assert.ok(output.length < 2_000_000)
})
