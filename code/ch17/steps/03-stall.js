import { LoopDelay } from '../demo/loop-delay.js'
import { WorkerPool } from '../lib/workers/index.js'
import { report } from './03-sales.js'

const SALES = 5_000_000
const delay = new LoopDelay()
const pool = new WorkerPool(new URL('03-sales.js', import.meta.url), {
  threads: 1,
})

/** @param {string} where @param {() => unknown} ask */
async function time(where, ask) {
  delay.read()
  const start = performance.now()
  const total = await ask()
  const took = performance.now() - start
  // One more turn, in which a timer that is late gets its call.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const stood = delay.read().max > took / 2
  console.log(
    `${where}: ${total}, the loop ${stood ? 'stood still' : 'turned'}`,
  )
}

await time('in the event loop', () => report(SALES))
await pool.run('report', 1)
await time('in a thread', () => pool.run('report', SALES))
await pool.close()
delay.stop()
