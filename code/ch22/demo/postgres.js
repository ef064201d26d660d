import { Pool } from '../lib/data/index.js'
import { migrate } from './migrate.js'

/** @import { Client } from 'pg' */
/** @import { Store } from './stores.js' */

/** One process at a time is in a transaction that begins so; 17 is its name. */
const BEGIN = 'BEGIN; SELECT pg_advisory_xact_lock(17)'

/** Of SQLSTATE: a connection that fails, no room, no time, and a shutdown. */
const AWAY = /^(08|53|57)/

/**
 * Ends a client, even if its server has stopped and will not confirm it.
 *
 * @param {any} client
 */
function end(client) {
  const ended = client.end()
  client.connection.stream.destroySoon()
  return ended
}

/**
 * Connects a client. The first one migrates the database.
 *
 * @param {Client} client
 * @param {boolean} isMigrated
 */
async function open(client, isMigrated) {
  // One that breaks says so here, too; without a listener it would throw.
  client.on('error', () => {})
  const query = async (/** @type {string} */ text) =>
    (await client.query(text)).rows
  try {
    await client.connect()
    if (!isMigrated) await migrate(query, BEGIN)
  } catch (error) {
    await end(client)
    throw error
  }
}

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
        // PostgreSQL gives up before the pool does.
        statement_timeout: 1500,
      })
      await open(client, isMigrated)
      isMigrated = true
      return client
    },
    close: end,
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
