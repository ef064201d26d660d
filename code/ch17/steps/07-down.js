import { Pool } from '../lib/data/pool.js'
import { close, connect } from './06-postgres.js'

let attempts = 0
const pool = new Pool({
  connect() {
    attempts++
    return connect()
  },
  close,
})

const ask = () => pool.use(() => {}).catch((error) => error)
const [error] = await Promise.all(Array.from({ length: 100 }, ask))
console.log(error.status, error.message, '-', error.cause.code)
console.log(attempts > 100 ? 'Over 100' : 'Under 20', 'attempts in a second')
await pool.close()
