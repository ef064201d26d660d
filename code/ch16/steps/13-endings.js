import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endingOf } from '../lib/processes/child.js'

const PROGRAMS = [
  '/bin/true',
  "/bin/sh -c 'exit 7'",
  "/bin/sh -c 'kill -TERM $$'",
  "/bin/sh -c 'exit 143'",
]

const shell = spawn('/bin/sh', { stdio: ['pipe', 'pipe', 'ignore'] })
const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()

for (const program of PROGRAMS) {
  shell.stdin.write(`${program}; echo "$?"\n`)
  const status = Number((await lines.next()).value)
  console.log(program.padEnd(28), status, endingOf(status))
}
shell.stdin.end()
