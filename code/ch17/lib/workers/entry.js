/** What each thread of a pool runs. */
import os from 'node:os'
import { workerData } from 'node:worker_threads'
import { Runner } from './runner.js'

const { module, nice, port, ...options } = workerData
// Elsewhere, that would be the whole process. Only root may go back up.
if (nice > os.getPriority() && process.platform === 'linux') {
  os.setPriority(nice)
}
new Runner(port, await import(module), options).listen()
