import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endingOf } from '../lib/processes/ending.js'

const PROGRAMS = [
  '/bin/true',
  "/bin/sh -c 'exit 7'",
  "/bin/sh -c 'exit 143'",
  "/bin/sh -c 'kill -TERM $$'",
  "/bin/sh -c 'kill -INT $$'",
]

const shell = spawn('/bin/sh')
shell.stdin.write('exec 2>&1\n')
const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()

for (const program of PROGRAMS) {
  shell.stdin.write(`(exec ${program}); echo "=$?"\n`)
  let said = ''
  let line = ''
  while (!line.startsWith('=')) {
    said += line
    line = String((await lines.next()).value)
  }
  const status = Number(line.slice(1))
  const ending = endingOf(status, said !== '', new Set())
  console.log(program.padEnd(28), status, said || '-', ending)
}
shell.stdin.end()
