import process from 'node:process'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { run } from './direct.js'
import { Requests } from './helpers.js'

/** The programs are started by threads, which send what is written. */
export function startThreads() {
  const { HELPERS = '2' } = process.env
  const workers = Array.from(
    { length: Number(HELPERS) },
    () => new Worker(new URL(import.meta.url)),
  )
  const requests = new Requests(
    workers.map((worker) => ({ busy: 0, ask: (id) => worker.postMessage(id) })),
  )
  for (const worker of workers) {
    worker.on('message', ({ id, chunk }) => {
      if (chunk) requests.data(id, chunk)
      else requests.end(id)
    })
  }
  return requests.answer
}

if (!isMainThread) {
  parentPort?.on('message', (id) => {
    const stdout = run()
    stdout.on('data', (chunk) => parentPort?.postMessage({ id, chunk }))
    stdout.on('end', () => parentPort?.postMessage({ id }))
  })
}
