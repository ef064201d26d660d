import { Watcher } from '../lib/processes/pool.js'
import { folder, makeChild, openShell } from './17-one.js'

const zygote = await openShell()
if (process.argv[2] === 'watched') {
  const watcher = new Watcher('/bin/sh', folder)
  watcher.tell([zygote.pid])
}
const child = makeChild('/bin/sh', ['-c', 'echo $$; exec sleep 61'], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
child.stdout?.once('data', (pid) => {
  process.stdout.write(pid)
  process.kill(process.pid, 'SIGKILL')
})
zygote.run(child)
