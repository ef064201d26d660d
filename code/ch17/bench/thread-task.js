import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE words (id int PRIMARY KEY, word text)')
const insert = database.prepare('INSERT INTO words VALUES (?, ?)')
for (let i = 0; i < 1000; i++) insert.run(i, `word ${i}`)
const select = database.prepare('SELECT word FROM words WHERE id = ?')

/** @param {number} id */
export const wordOf = (id) => select.get(id)?.word
