import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './14-ask.js'
import { startGroup } from './18-terminal.js'

const times = Number(process.argv[2])
const { pid, url, ended } = await startGroup()
const whole = await ask(`${url}/ticket/2000`)
for (let i = 0; i < times; i++) {
  // What a terminal does at Ctrl-C: all of the group get it.
  process.kill(-pid, 'SIGINT')
  await wait(700)
}
console.log('The customer has:', await whole())
const [code, signal] = await ended
console.log('The server has ended:', signal ?? `exit code ${code}`)
