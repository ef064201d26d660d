/** What the tables have gone through, in order. Steps are added, not changed. */
const STEPS = [
  'CREATE TABLE words (name text PRIMARY KEY, word text NOT NULL)',
  `INSERT INTO words VALUES
    ('hey', 'hey'), ('hell', 'hell'), ('hello', 'hello'), ('about', 'about')`,
]

/**
 * Takes the steps that a database has not taken yet, each in a transaction of
 * its own. Processes that do so at the same time wait for each other.
 *
 * @param {(text: string) => any[] | Promise<any[]>} query resolves to rows
 * @param {string} begin a transaction that only one process can be in
 */
export async function migrate(query, begin) {
  for (const [index, step] of STEPS.entries()) {
    await query(begin)
    try {
      await query('CREATE TABLE IF NOT EXISTS migrations (step integer)')
      const taken = `SELECT step FROM migrations WHERE step = ${index + 1}`
      if ((await query(taken)).length === 0) {
        await query(step)
        await query(`INSERT INTO migrations VALUES (${index + 1})`)
      }
      await query('COMMIT')
    } catch (error) {
      await query('ROLLBACK')
      throw error
    }
  }
}
