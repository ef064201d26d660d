import { DatabaseSync } from 'node:sqlite'
import { prepared } from '../prepared.js'

/** SQLite in memory, by way of Node.js itself. */
export async function open() {
  const database = new DatabaseSync(':memory:')
  return prepared((text) => {
    const statement = database.prepare(text)
    return () => statement.get().word
  })
}
