import { Pool } from '../lib/data/pool.js'
import { close, connect } from './06-postgres.js'

const size = Number(process.argv[2])
const pool = new Pool({ connect, close, size, wait: 10_000 })

const ask = () => pool.use((client) => client.query('SELECT pg_sleep(0.05)'))
const start = performance.now()
await Promise.all(Array.from({ length: 100 }, ask))
const seconds = (performance.now() - start) / 1000
console.log(`100 requests: ${seconds.toFixed(1)} s`, pool.stats)
await pool.close()
