import { library } from './library.js'
import { within } from './support.js'

const { WorkerPool } = await library('lib/workers/index.js')

/** What the pools of these tests can do. */
export const TASKS = new URL('apps/tasks.js', import.meta.url)

/**
 * @param {import('node:test').TestContext} t whose end is the pool's
 * @param {Record<string, any>} [options] of a WorkerPool, and its module
 */
export function openPool(t, { module = TASKS, ...options } = {}) {
  const pool = new WorkerPool(module, { threads: 1, grace: 20_000, ...options })
  // A pool that is half built cannot be destroyed yet.
  t.after(() => pool.destroy && within(pool.destroy(), 'the end of the pool'))
  return pool
}

/** Memory that a test and a task share. */
export function makeCells() {
  const cells = new Int32Array(new SharedArrayBuffer(8))
  /** @param {number} index */
  const seen = async (index) => {
    await within(
      Promise.resolve(Atomics.waitAsync(cells, index, 0).value),
      `cell ${index}`,
      20_000,
    )
  }
  return {
    cells,
    begun: () => seen(0),
    stopped: () => seen(1),
    letGo() {
      Atomics.store(cells, 1, 1)
      Atomics.notify(cells, 1)
    },
  }
}
