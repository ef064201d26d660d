import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Claims } from '../lib/workers/claims.js'

if (isMainThread) {
  const claims = new Claims()
  for (let slot = 0; slot < 3; slot++) claims.hand(slot)
  console.log('here: 0 taken back:', claims.takeBack(0))
  const { memory } = claims
  const worker = new Worker(new URL(import.meta.url), { workerData: memory })
  claims.wake()
  worker.on('exit', () => {
    console.log('here: 1 taken back:', claims.takeBack(1))
  })
} else {
  const claims = new Claims(workerData)
  claims.sleep(0, Infinity)
  console.log('there: 0 begun:', claims.begin(0))
  console.log('there: 1 begun:', claims.begin(1))
}
