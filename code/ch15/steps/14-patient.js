import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./08-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1, maxQueue: 2 })
const numbers = Array(100).keys()

let done = 0

/** Asks for one at a time. */
async function client() {
  for (const number of numbers) {
    await pool.run('primes', number)
    done++
  }
}

await Promise.all([client(), client()])
console.log(`${done} done`)
