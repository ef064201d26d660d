import { WorkerPool } from 'velocy/workers'

const tasks = new URL('./15-nothing.js', import.meta.url)
const pool = new WorkerPool(tasks, { threads: 1, restartDelay: 20 })
let crashes = 0
pool.on('crash', () => crashes++)

for (let i = 1; i <= 3; i++) {
  await pool.run('add').catch(({ code, cause }) => {
    console.log(`${code}, ${cause.code}`)
  })
}
console.log(crashes, 'crash')
