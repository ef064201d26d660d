import { WorkerPool } from 'velocy/workers'

const tasks = new URL('../steps/08-tasks.js', import.meta.url)
await using pool = new WorkerPool(tasks, { threads: 1 })
await pool.start()

const numbers = { a: 1, b: 2 }
const first = pool.run('add', numbers)
const second = pool.run('add', numbers)
numbers.b = 500
console.log(await first, await second)
