import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./08-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1 })
const all = [10, 100, 1000].map((below) => pool.run('primes', below))
const closed = pool.close()
await pool.run('primes', 10_000).catch(({ message }) => console.log(message))
console.log(await Promise.all(all))
await closed
console.log(pool.stats().threads, 'threads')
