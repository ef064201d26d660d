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

const callers = Array.from({ length: 100 }, () => pool.use(() => {}))
const [{ reason }] = await Promise.allSettled(callers)
console.log(reason.status, reason.message, '-', reason.cause.code)
console.log(attempts > 100 ? 'Over 100' : 'Under 20', 'attempts in a second')
await pool.close()
