/** Programs that are to end by themselves. */
import process from 'node:process'
import { library } from '../library.js'

const { WorkerPool } = await library('lib/workers/index.js')
const tasks = new URL('tasks.js', import.meta.url)

if (process.argv[2] === 'idle') {
  const pool = new WorkerPool(tasks, { threads: 2 })
  await pool.start()
  console.log(await pool.run('echoLater', 'done'))
} else if (process.argv[2] === 'forbidden') {
  const pool = new WorkerPool(tasks, { threads: 1 })
  await pool
    .run('echo')
    .catch((/** @type {any} */ { code }) => console.log(code))
  await pool.close()
  console.log('closed')
} else {
  const pool = new WorkerPool(tasks, { threads: 1, restartDelay: 50 })
  pool.run('exit', 1).catch((/** @type {any} */ { code }) => console.log(code))
  pool.run('echo', 'done').then(console.log)
}
