import { writeSync } from 'node:fs'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openShell, runOf } from './17-one.js'

// What is typed into the shell, we would like to see.
const { write } = net.Socket.prototype
net.Socket.prototype.write = function (/** @type {any[]} */ ...args) {
  const line = String(args[0]).replaceAll(/\/\S*\/one-\w*/g, '~')
  if (line.includes('velocy_mark')) writeSync(1, `> ${line}`)
  return Reflect.apply(write, this, args)
}

const zygote = await openShell()
for (const isWatched of [false, true]) {
  const run = runOf('/bin/sh', ['-c', 'exit 7'], { stdio: 'ignore', cwd: '/' })
  if (isWatched) run.child.on('close', (code) => console.log('exit code', code))
  zygote.run(run)
  while (zygote.isBusy) await nextTurn()
}
zygote.retire()
