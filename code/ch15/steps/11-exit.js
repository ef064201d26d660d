import { SimplePool } from './08-simple.js'

const pool = new SimplePool(new URL('./08-tasks.js', import.meta.url))
console.log('It returned', await pool.run('exit', 3))
