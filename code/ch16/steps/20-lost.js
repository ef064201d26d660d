import { makeChild, openShell } from './17-one.js'

const zygote = await openShell()
const script = 'echo started; exec sleep 60'
const child = makeChild('/bin/sh', ['-c', script], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
child.stdout?.once('data', () => process.kill(Number(zygote.pid), 'SIGKILL'))
child.on('error', ({ message }) => {
  console.log(message.replace(/\d+/, '4711'))
})
child.on('close', (code, signal) => console.log(code, signal))
zygote.run(child)
