import { once } from 'node:events'
import { createPool } from '../lib/processes/index.js'

const pool = createPool()
const one = pool.spawn('sh', ['-c', 'kill -KILL $$'])
await once(one, 'close')
const two = pool.spawn('sh', ['-c', 'kill -KILL $$'])
await pool.close()
console.log(one.signalCode, two.signalCode, two.exitCode)
