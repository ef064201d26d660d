import { spawn } from 'node:child_process'
import process from 'node:process'

process.on('message', (/** @type {{ id: number }} */ { id }) => {
  let output = ''
  // A shell knows the process that has started it.
  const child = spawn('sh', ['-c', 'echo "$PPID"'])
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.on('close', () => process.send?.({ id, output }))
})
