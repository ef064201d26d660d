import { createRequire } from 'node:module'
import { prepared } from '../prepared.js'

const sqlite3 = createRequire(
  new URL('../../stores-sqlite3/', import.meta.url),
)('sqlite3')

/** SQLite in memory; queries are done by libuv's thread pool. */
export async function open() {
  const database = new sqlite3.Database(':memory:')
  return prepared((text) => {
    const statement = database.prepare(text)
    return () =>
      new Promise((resolve, reject) => {
        // get() goes on to the next row when it is called again, all() begins.
        statement.all((error, rows) => {
          if (error) reject(error)
          else resolve(rows[0].word)
        })
      })
  })
}
