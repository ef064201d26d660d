import { WorkerPool } from 'velocy/workers'

const pool = new WorkerPool(new URL('workers-tasks.js', import.meta.url))

console.log(await pool.run('fibonacci', 20)) // 6765

const signal = AbortSignal.timeout(10)
const endless = pool.run('wait', undefined, { signal })
console.log(await endless.catch((error) => error.name)) // TimeoutError

await pool.close()
