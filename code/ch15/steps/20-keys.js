import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./20-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 2 })
await pool.start()

for (const key of ['Ios', 'Syros', 'Ios', 'Kea', 'Syros', 'Kea']) {
  console.log(`${key}: ${await pool.run('thread', 0, { key })}`)
}
