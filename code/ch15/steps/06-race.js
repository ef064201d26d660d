import { once } from 'node:events'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const MANY = 200_000_000
const FEWER = 1_000_000

/** @param {Int32Array} cells */
function count(cells) {
  Atomics.add(cells, 2, 1)
  // Until the other one is here, too.
  while (Atomics.load(cells, 2) < 2);
  for (let i = 0; i < MANY; i++) cells[0]++
  for (let i = 0; i < FEWER; i++) Atomics.add(cells, 1, 1)
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(12))
  const file = new URL(import.meta.url)
  const workers = [1, 2].map(() => new Worker(file, { workerData: cells }))
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  console.log('cells[0]++ has lost some:', cells[0] < 2 * MANY)
  console.log('Atomics.add has counted:', cells[1])
} else {
  count(workerData)
}
