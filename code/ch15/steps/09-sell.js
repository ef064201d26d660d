import { SimplePool } from './08-simple.js'

const pool = new SimplePool(new URL('./08-tasks.js', import.meta.url))
try {
  await pool.run('sell', 'Ios')
} catch (error) {
  const { name, message, status } = /** @type {any} */ (error)
  console.log(`${name}: ${message}, status ${status}`)
}
pool.worker.terminate()
