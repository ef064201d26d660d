import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from 'redis'
import { giveBack, takeLease } from './09-lease.js'

const [machine, azimuth] = process.argv.slice(2)
const { DATABASE_URL, REDIS_URL: url } = process.env

const redis = await createClient({ url }).connect()
const db = new pg.Client(DATABASE_URL)
await db.connect()
await db.query(`
  CREATE TABLE IF NOT EXISTS dome AS SELECT 0 AS azimuth, 0 AS token`)

let token = 0
do {
  await sleep(100)
  token = await takeLease(redis, 'dome', 2000)
} while (token === 0)
console.log(`${machine} has the lease`)
// Where is the moon?
await sleep(1000)
const { rowCount } = await db.query(
  'UPDATE dome SET azimuth = $1, token = $2 WHERE token <= $2',
  [azimuth, token],
)
if (rowCount === 0) console.log(`${machine} is too late`)
await giveBack(redis, 'dome', token)

const { rows } = await db.query('SELECT azimuth FROM dome')
console.log(`${machine} is done, and the dome looks at ${rows[0].azimuth}°`)

await db.end()
redis.destroy()
