/** What each thread of a pool runs. */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Runner } from './runner.js'

const { module, nice, ...options } = workerData
// Elsewhere, that would be the whole process. Only root may go back up.
if (nice > os.getPriority() && process.platform === 'linux') {
  os.setPriority(nice)
}
const port = /** @type {import('node:worker_threads').MessagePort} */ (
  parentPort
)
new Runner(port, await import(module), options).listen()
