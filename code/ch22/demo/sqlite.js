import { DatabaseSync } from 'node:sqlite'
import { migrate } from './migrate.js'

/** @import { Store } from './stores.js' */

/** What SQLite says while another process has the file, SQLITE_BUSY. */
const BUSY = 5

/**
 * A database in this process. Each question holds up the event loop, so it
 * should be a short one.
 *
 * @param {string} [file] without one, in memory
 * @returns {Promise<Store>}
 */
export async function openSqlite(file = ':memory:') {
  const database = new DatabaseSync(file, { timeout: 5000 })
  await migrate((text) => database.prepare(text).all(), 'BEGIN IMMEDIATE')
  // From here on, the event loop would wait.
  database.exec('PRAGMA busy_timeout = 20')
  const select = database.prepare('SELECT word FROM words WHERE name = ?')
  const one = database.prepare('SELECT 1 FROM words')
  return {
    get: (name) => select.get(name)?.word,
    ping: () => one.get(),
    close: () => database.close(),
    isAway: (error) => error.errcode === BUSY,
  }
}
