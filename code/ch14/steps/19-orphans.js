import { ask } from './14-ask.js'
import { startGroup } from './18-terminal.js'

const { pid, url, ended, gone } = await startGroup()
const whole = await ask(`${url}/ticket/1000`)
process.kill(pid, 'SIGKILL')
await ended
console.log('The primary is dead')
const door = await ask(url).catch(({ code }) => code)
console.log('At the door:', door)
console.log('The customer inside has:', await whole())
await gone
console.log('All workers have gone')
