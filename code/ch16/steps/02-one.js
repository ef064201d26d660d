import { spawn } from 'node:child_process'

const child = spawn('/bin/echo', ['hi'], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
child.stdout.pipe(process.stdout)
