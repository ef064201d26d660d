import { MessageChannel } from 'node:worker_threads'
import { Claims } from '../lib/workers/claims.js'
import { Runner } from '../lib/workers/runner.js'
import * as tasks from './08-tasks.js'

const claims = new Claims()
const { port1, port2 } = new MessageChannel()
const options = { memory: claims.memory, concurrency: 1, linger: 0, data: 7 }
new Runner(port2, tasks, options).listen()

for (let slot = 0; slot < 4; slot++) claims.hand(slot)
claims.takeBack(2)
const add = ['add', { a: 1, b: 2 }]
port1.postMessage([0, ...add, 1, 'ad', 0, 2, ...add, 3, 'primes', 100])
port1.on('message', (message) => {
  if (message === true) return console.log('ready')
  const [, ...answers] = message
  for (let i = 0; i < answers.length; i += 3) {
    const [slot, kind, result] = answers.slice(i, i + 3)
    console.log(slot, kind, result?.error?.message ?? result)
  }
  port1.close()
})
