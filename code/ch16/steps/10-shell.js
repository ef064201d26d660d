import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const shell = spawn('/bin/sh', { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()

/** @param {string} command */
async function run(command) {
  shell.stdin.write(`${command}; echo "status $?"\n`)
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return console.log('the shell has ended')
    console.log(`${command}: ${value}`)
    if (value.startsWith('status ')) return
  }
}

await run('/bin/echo hi')
await run('/bin/ls /nowhere 2>/dev/null')
await run('/bin/echo status 7')
shell.stdin.end()
