import pg from 'pg'

const db = new pg.Client(process.env.DATABASE_URL)
await db.connect()
const { rows } = await db.query('SELECT azimuth FROM dome')
console.log(`The dome looks at ${rows[0].azimuth}°`)
await db.end()
