/** What each thread of a pool runs. */
import os from 'node:os'
import { workerData } from 'node:worker_threads'
import { Runner } from './runner.js'

const { module, nice, port, cells, linger } = workerData
// On Linux, a priority belongs to a thread. Elsewhere it is the process's.
if (nice > os.getPriority() && process.platform === 'linux') {
  os.setPriority(nice)
}
const runner = new Runner(port, cells)
if (linger > 0) runner.waitForBell(linger)
runner.start(await import(module))
