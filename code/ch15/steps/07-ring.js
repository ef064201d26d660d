import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Ring } from '../lib/workers/index.js'

if (isMainThread) {
  const ring = new Ring(64)
  new Worker(new URL(import.meta.url), { workerData: ring.memory })
  for (const island of ['Paros', 'Naxos', 'Ios', 'Santorini', '']) {
    while (!ring.push(Buffer.from(island))) await ring.room()
  }
} else {
  const ring = new Ring(workerData)
  for (;;) {
    const bytes = ring.shift()
    if (bytes === undefined) ring.waitForData()
    else if (bytes.length === 0) break
    else console.log(Buffer.from(bytes).toString())
  }
}
