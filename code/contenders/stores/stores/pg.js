import process from 'node:process'
import pg from 'pg'
import { selects } from '../prepared.js'

/** PostgreSQL by the package pg, with the pool of ten that it has. */
export async function open() {
  const { DATABASE_URL, POOL_SIZE = '10' } = process.env
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: Number(POOL_SIZE),
  })
  await pool.query('SELECT 1')
  return async (/** @type {string} */ word) =>
    (await pool.query(selects.get(word))).rows[0].word
}
