import { openShell, runOf } from './17-one.js'

const zygote = await openShell()
const run = runOf('/bin/sleep', ['60'], { stdio: 'ignore' })
zygote.run(run)
const { child } = run
child.on('spawn', () => process.kill(Number(zygote.pid), 'SIGKILL'))
child.on('error', ({ message }) => {
  console.log(message.replace(/\d+/, '4711'))
})
child.on('close', (code, signal) => console.log(code, signal))
