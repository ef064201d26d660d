import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE words (name text PRIMARY KEY, word text NOT NULL)')
const insert = database.prepare('INSERT INTO words VALUES (?, ?)')
for (const word of ['hey', 'hell', 'hello', 'about']) insert.run(word, word)

const select = database.prepare('SELECT word FROM words WHERE name = ?')
console.log(select.get('hello'))
console.log(select.get("x' OR 'a' = 'a"))
