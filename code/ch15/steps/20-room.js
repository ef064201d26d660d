import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./08-tasks.js', import.meta.url)
await using pool = new WorkerPool(tasks, { threads: 1, maxQueue: 2 })
await pool.start()

let most = 0
const running = []
for (let i = 0; i < 100; i++) {
  await pool.room()
  running.push(pool.run('primes', 60_000))
  most = Math.max(most, pool.stats().waiting)
}
await Promise.all(running)
console.log(`${pool.stats().completed} done, ${most} waited at the most`)

const all = await Promise.allSettled(
  Array.from({ length: 10 }, () => pool.run('primes', 500_000)),
)
const refused = all.filter(({ status }) => status === 'rejected')
console.log(`${refused.length} of 10 were refused`)
