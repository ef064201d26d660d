import { isMainThread, threadId, Worker } from 'node:worker_threads'
import { counter } from './03-counter.js'

counter.count++
const own = /** @type {{ visitor?: string }} */ (globalThis)
if (isMainThread) own.visitor = 'Katerina'
process.env.PLACE = isMainThread ? 'Naxos' : 'Ios'

const say = () => {
  console.log(`thread ${threadId}: ${counter.count}, ${own.visitor}`)
  console.log(`  in ${process.env.PLACE}, as process ${process.pid}`)
}

say()
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  worker.on('exit', say)
}
