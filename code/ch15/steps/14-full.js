import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./08-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1, maxQueue: 2 })
await pool.run('primes', 10)

const all = await Promise.allSettled(
  Array.from({ length: 10 }, () => pool.run('primes', 500_000)),
)
const reasons = all.flatMap((one) =>
  'reason' in one ? one.reason.message : [],
)
console.log(`${reasons.length} of 10 were refused`)
console.log(reasons[0])
