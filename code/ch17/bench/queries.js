/**
 * How many queries a second one connection answers, by how they are asked:
 *
 *     DATABASE_URL=postgres://… node queries.js named
 *     node queries.js sqlite-once
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'

const [way] = process.argv.slice(2)
const { DATABASE_URL, DURATION = '2' } = process.env
const [ORDERS, ITEMS, TOGETHER] = [1000, 10_000, 10]

const TABLES = `
  CREATE TEMP TABLE orders (id int PRIMARY KEY, customer text);
  CREATE TEMP TABLE items (id int PRIMARY KEY, order_id int, name text);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS})
    INSERT INTO orders SELECT i, 'customer ' || i FROM n;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ITEMS})
    INSERT INTO items SELECT i, i % ${ORDERS} + 1, 'item ' || i FROM n;
  ANALYZE;`

/** @param {string} place of the value */
const textOf = (place) =>
  'SELECT items.name, customer FROM items ' +
  `JOIN orders ON orders.id = order_id WHERE items.id = ${place}`

/** @type {Record<string, () => Promise<(id: number) => any>>} */
const ways = {
  async text() {
    const client = await connect()
    return async (id) => (await client.query(textOf(`${id}`))).rows[0]
  },
  async values() {
    const client = await connect()
    const text = textOf('$1')
    return async (id) => (await client.query(text, [id])).rows[0]
  },
  async named() {
    const client = await connect()
    const query = { name: 'item', text: textOf('$1') }
    return async (id) =>
      (await client.query({ ...query, values: [id] })).rows[0]
  },
  async pipeline() {
    const client = await connect(true)
    const query = { name: 'item', text: textOf('$1') }
    return async (id) =>
      (await client.query({ ...query, values: [id] })).rows[0]
  },
  async 'sqlite-each'() {
    const database = openSqlite()
    return (id) => database.prepare(textOf('?')).get(id)
  },
  async 'sqlite-once'() {
    const statement = openSqlite().prepare(textOf('?'))
    return (id) => statement.get(id)
  },
}

async function connect(pipeline = false) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: DATABASE_URL, pipeline })
  await client.connect()
  await client.query(TABLES)
  return client
}

function openSqlite() {
  const database = new DatabaseSync(':memory:')
  database.exec(TABLES)
  return database
}

/**
 * @param {(id: number) => any} ask
 * @param {number} ms
 * @param {number} together how many are under way at once
 */
async function play(ask, ms, together) {
  let count = 0
  const begin = performance.now()
  while (performance.now() - begin < ms) {
    const ids = Array.from({ length: together }, () =>
      Math.ceil(Math.random() * ITEMS),
    )
    const rows = await Promise.all(ids.map(ask))
    for (const [i, id] of ids.entries()) {
      assert.equal(rows[i].name, `item ${id}`)
      assert.equal(rows[i].customer, `customer ${(id % ORDERS) + 1}`)
    }
    count += together
  }
  return count / ((performance.now() - begin) / 1000)
}

if (!way.startsWith('sqlite') && !DATABASE_URL) {
  console.log(JSON.stringify({ skipped: 'DATABASE_URL is not set' }))
  process.exit()
}
const ask = await ways[way]()
const together = way === 'pipeline' ? TOGETHER : 1
const ms = Number(DURATION) * 1000
await play(ask, ms / 4, together)
const rate = await play(ask, ms, together)
console.log(JSON.stringify({ 'rate.queries': Math.round(rate) }))
process.exit()
