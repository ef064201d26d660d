import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { watch } from './11-watch.js'

const MILLION = `WITH RECURSIVE n(id) AS
    (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000)
  SELECT id, 'row ' || id AS name FROM n`

const database = new DatabaseSync(':memory:')
const line = (/** @type {object} */ row) => `${JSON.stringify(row)}\n`

async function* rows() {
  let lines = ''
  for (const row of database.prepare(MILLION).iterate()) {
    lines += line(row)
    if (lines.length < 65_536) continue
    yield lines
    lines = ''
    await nextTurn()
  }
  yield lines
}

const router = new Router()
router.get('/all', () => database.prepare(MILLION).all().map(line).join(''))
router.get('/rows', rows)
router.get('/report', watch())

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
