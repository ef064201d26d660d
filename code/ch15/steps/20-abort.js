import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./20-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1, grace: 500 })
pool.on('crash', ({ how }) => console.log(`crash: it ${how}`))
await pool.start()

for (const name of ['polite', 'deaf']) {
  const signal = AbortSignal.timeout(20)
  try {
    await pool.run(name, 0, { signal })
  } catch (error) {
    console.log(`${name}: ${error}`)
  }
  console.log('next:', await pool.run('thread'))
}
await pool.run('exit', 3).catch(({ message }) => console.log(message))
console.log('next:', await pool.run('thread'))
