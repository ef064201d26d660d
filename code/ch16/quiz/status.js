import { execFileSync } from 'node:child_process'

// In the inner shell, $$ is its own pid.
const script = `sh -c 'kill -9 $$'; echo $?; sh -c 'exit 137'; echo $?`
const output = execFileSync('/bin/sh', ['-c', script], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
console.log(output.toString().trim().replace('\n', ' '))
