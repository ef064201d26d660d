import { Watcher } from '../lib/processes/watcher.js'
import { directory, openShell, runOf } from './17-one.js'

const zygote = await openShell()
if (process.argv[2] === 'watched') {
  const watcher = new Watcher('/bin/sh', directory)
  watcher.tell([Number(zygote.pid)])
}
const run = runOf('/bin/sleep', ['61'], { stdio: 'ignore' })
zygote.run(run)
run.child.on('spawn', () => {
  console.log(run.child.pid)
  process.kill(process.pid, 'SIGKILL')
})
