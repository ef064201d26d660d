import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')

/**
 * A report on so many sales, which the query makes up as it goes.
 *
 * @param {number} count
 */
export function report(count) {
  const query = database.prepare(`
    WITH RECURSIVE sale(id) AS (
      SELECT 1 UNION ALL SELECT id + 1 FROM sale WHERE id < ?
    )
    SELECT sum(id % 100) AS total FROM sale`)
  return query.get(count)?.total
}
