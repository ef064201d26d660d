import { createRequire } from 'node:module'
import process from 'node:process'
import { prepared } from '../prepared.js'

// Its version 13 needs Node.js 22, so older ones get 12, compiled.
const isOld = Number(process.versions.node.split('.')[0]) < 22
const folder = isOld ? '../../stores-better-sqlite3/' : '../'
const Database = createRequire(new URL(folder, import.meta.url))(
  'better-sqlite3',
)

/** SQLite in memory; a query blocks the event loop until it's done. */
export async function open() {
  const database = new Database(':memory:')
  return prepared((text) => {
    const statement = database.prepare(text)
    return () => statement.get().word
  })
}
