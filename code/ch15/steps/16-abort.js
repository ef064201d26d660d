import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./16-tasks.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1, grace: 2000 })
pool.on('crash', ({ message }) => console.log(`crash: ${message}`))
await pool.start()

for (const name of ['polite', 'deaf']) {
  const signal = AbortSignal.timeout(20)
  await pool.run(name, 0, { signal }).catch((error) => {
    console.log(`${name}: ${error}`)
  })
  console.log('next:', await pool.run('thread'))
}
await pool.run('exit', 3).catch(({ code }) => console.log(code))
console.log('next:', await pool.run('thread'))
