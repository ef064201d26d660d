import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./08-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 2 })
console.log(await pool.run('add', { a: 1, b: 2 }))
console.log(
  await Promise.all([pool.run('primes', 100), pool.run('primes', 100_000)]),
)
for (const name of ['sub', 'exit']) {
  await pool.run(name, 3).catch(({ message }) => console.log(message))
}
console.log(await pool.run('add', { a: 2, b: 2 }))
const { completed, failed, crashes } = pool.stats()
console.log({ completed, failed, crashes })
