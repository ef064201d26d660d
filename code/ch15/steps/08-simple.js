import { once } from 'node:events'
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads'

/** One thread, and a promise for each thing that it is to do. */
export class SimplePool {
  #asked = new Map()
  #last = 0

  /** @param {URL} module */
  constructor(module) {
    this.worker = new Worker(new URL(import.meta.url), {
      workerData: { module: module.href },
    })
    this.worker.on('message', ({ id, value, error }) => {
      const { resolve, reject } = this.#asked.get(id)
      this.#asked.delete(id)
      if (error) reject(error)
      else resolve(value)
    })
  }

  /** @param {string} name @param {unknown} value */
  run(name, value) {
    const asked = Promise.withResolvers()
    this.#asked.set(++this.#last, asked)
    this.worker.postMessage({ id: this.#last, name, value })
    return asked.promise
  }
}

if (!isMainThread && workerData?.module) {
  const functions = await import(workerData.module)
  parentPort?.on('message', async ({ id, name, value }) => {
    try {
      parentPort?.postMessage({ id, value: await functions[name](value) })
    } catch (error) {
      parentPort?.postMessage({ id, error })
    }
  })
}

if (isMainThread && import.meta.main) {
  const pool = new SimplePool(new URL('./08-tasks.js', import.meta.url))
  console.log(await pool.run('add', { a: 1, b: 2 }))
  console.log(await pool.run('primes', 100_000))
  pool.worker.terminate()
  await once(pool.worker, 'exit')
}
