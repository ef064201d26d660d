import pg from 'pg'
import { Pool } from '../lib/data/index.js'
import { VelocyError } from '../lib/index.js'

export const pool = new Pool({
  async connect() {
    const client = new pg.Client(process.env.DATABASE_URL)
    await client.connect()
    return client
  },
  close: (client) => client.end(),
})

/** @param {string} text @returns {Promise<any>} */
const query = (text) => pool.use((client) => client.query(text))

/** The dome has forty seats. */
export const open = () =>
  query(`DROP TABLE IF EXISTS telescopes, bookings;
    CREATE TABLE telescopes (name text PRIMARY KEY, free int);
    CREATE TABLE bookings (key text PRIMARY KEY, telescope text);
    INSERT INTO telescopes VALUES ('dome', 40)`)

export async function sold() {
  const { rows } = await query('SELECT 40 - free AS sold FROM telescopes')
  return `${rows[0].sold} seats are sold`
}

/** @param {pg.Client} client @param {string} telescope */
export async function takeSeats(client, telescope) {
  const { rowCount } = await client.query(
    'UPDATE telescopes SET free = free - 2 WHERE name = $1 AND free >= 2',
    [telescope],
  )
  if (rowCount === 1) return
  throw new VelocyError('ERR_SOLD_OUT', 'Got no seats', { status: 409 })
}
