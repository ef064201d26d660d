import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const [machine, azimuth] = process.argv.slice(2)

const db = new pg.Client({
  connectionString: process.env.DATABASE_URL,
  idle_in_transaction_session_timeout: 2000,
})
/** @type {Error | undefined} */
let lost
db.on('error', (error) => {
  lost ??= error
})
await db.connect()
try {
  await db.query('BEGIN; SELECT pg_advisory_xact_lock(2214)')
  console.log(`${machine} has the lock`)
  // Where is the moon?
  await sleep(1000)
  await db.query('UPDATE dome SET azimuth = $1', [azimuth])
  await db.query('COMMIT')
  console.log(`${machine} is done, and the dome looks at ${azimuth}°`)
} catch (error) {
  console.log(`${machine}: ${(lost ?? Object(error)).message}`)
}
await db.end()
