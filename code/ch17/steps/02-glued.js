import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE words (word text);
  INSERT INTO words VALUES ('hello'), ('secret')`)

const name = "x' OR 'a' = 'a"
const query = `SELECT word FROM words WHERE word = '${name}'`
console.log(query)
for (const { word } of database.prepare(query).all()) console.log(word)
