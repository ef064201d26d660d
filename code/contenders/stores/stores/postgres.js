import process from 'node:process'
import postgres from 'postgres'

/**
 * PostgreSQL by the package postgres, which opens ten connections unless MAX
 * says otherwise.
 */
export async function open() {
  const { DATABASE_URL, MAX } = process.env
  const sql = postgres(DATABASE_URL, MAX ? { max: Number(MAX) } : {})
  const questions = {
    hey: () => sql`SELECT 'hey' AS word`,
    hell: () => sql`SELECT 'hell' AS word`,
    hello: () => sql`SELECT 'hello' AS word`,
    about: () => sql`SELECT 'about' AS word`,
  }
  await questions.hello()
  return async (/** @type {string} */ word) => (await questions[word]())[0].word
}
