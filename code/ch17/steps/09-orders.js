import assert from 'node:assert/strict'
import pg from 'pg'
import { farAway } from './09-far.js'

/** @typedef {(text: string, values?: unknown[]) => Promise<any[]>} Query */

/** @param {Query} query */
async function onePerOrder(query) {
  const orders = await query('SELECT id, customer FROM orders ORDER BY id')
  for (const order of orders) {
    order.items = await query(
      'SELECT name, price FROM items WHERE order_id = $1 ORDER BY name',
      [order.id],
    )
  }
  return orders
}

/** @param {Query} query */
async function oneForAll(query) {
  const orders = await query('SELECT id, customer FROM orders ORDER BY id')
  const items = await query(
    'SELECT * FROM items WHERE order_id = ANY($1) ORDER BY name',
    [orders.map(({ id }) => id)],
  )
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id)
  for (const order of orders) {
    const own = byOrder.get(order.id) ?? []
    order.items = own.map(({ name, price }) => ({ name, price }))
  }
  return orders
}

/** @param {Query} query */
const oneInAll = (query) =>
  query(`SELECT id, customer, coalesce(
      json_agg(json_build_object('name', name, 'price', price) ORDER BY name)
        FILTER (WHERE name IS NOT NULL), '[]') AS items
    FROM orders LEFT JOIN items ON order_id = id
    GROUP BY id ORDER BY id`)

const TABLES = `
  CREATE TEMP TABLE orders (id int PRIMARY KEY, customer text);
  CREATE TEMP TABLE items (order_id int, name text, price int);
  CREATE INDEX ON items (order_id);
  INSERT INTO orders SELECT i, 'customer ' || i FROM generate_series(1, 100) i;
  INSERT INTO items SELECT i % 99 + 1, 'item ' || i, i
    FROM generate_series(1, 300) i;`

/** @param {string} where @param {string} url */
async function compare(where, url) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(TABLES)
  const answers = new Set()
  for (const way of [onePerOrder, oneForAll, oneInAll]) {
    let queries = 0
    const start = performance.now()
    const orders = await way(async (text, values) => {
      queries++
      return (await client.query(text, values)).rows
    })
    const time = (performance.now() - start).toFixed()
    console.log(`${where}, ${way.name}: ${queries} queries, ${time} ms`)
    answers.add(JSON.stringify(orders))
  }
  assert.equal(answers.size, 1)
  await client.end()
}

await compare('Next door', String(process.env.DATABASE_URL))
const far = await farAway(2)
await compare('2 ms away', far.url)
far.close()
