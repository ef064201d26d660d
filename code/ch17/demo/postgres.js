import { Pool } from '../lib/data/index.js'
import { migrate } from './migrate.js'

/** @import { Store } from './stores.js' */

/** One process at a time is in a transaction that begins so; 17 is its name. */
const BEGIN = 'BEGIN; SELECT pg_advisory_xact_lock(17)'

/** Of SQLSTATE: a connection that fails, no room for it, and a shutdown. */
const AWAY = /^(08|53|57P)/

/**
 * A pool of connections.
 *
 * @param {string} url
 * @returns {Promise<Store>}
 */
export async function openPostgres(url) {
  const { default: pg } = await import('pg')
  let isMigrated = false
  const pool = new Pool({
    connect: async () => {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 1000,
      })
      // One that breaks says so here, too; without a listener it would throw.
      client.on('error', () => {})
      await client.connect()
      const query = async (/** @type {string} */ text) =>
        (await client.query(text)).rows
      if (!isMigrated) await migrate(query, BEGIN)
      isMigrated = true
      return client
    },
    close: (client) => client.end(),
    watch: (client, lost) => client.once('end', lost),
    timeout: 2000,
  })
  const select = 'SELECT word FROM words WHERE name = $1'
  return {
    async get(name) {
      const question = { name: 'word', text: select, values: [name] }
      const { rows } = await pool.use((client) => client.query(question))
      return rows[0]?.word
    },
    ping: () => pool.use((client) => client.query('SELECT 1')),
    close: () => pool.close(),
    isAway: (error) =>
      !(error instanceof pg.DatabaseError) || AWAY.test(error.code ?? ''),
  }
}
