/** @import { Client } from 'pg' */

/** Ada and Bo have 100 euros each. @param {Client} client */
export async function open(client) {
  await client.query('DROP TABLE IF EXISTS accounts')
  await client.query(
    'CREATE TABLE accounts (name text, euros int CHECK (euros >= 0))',
  )
  await client.query("INSERT INTO accounts VALUES ('Ada', 100), ('Bo', 100)")
}

/** @param {Client} client @param {string} name @param {number} euros */
export async function add(client, name, euros) {
  const { rowCount } = await client.query(
    'UPDATE accounts SET euros = euros + $1 WHERE name = $2',
    [euros, name],
  )
  if (rowCount === 0) throw new Error(`${name} has no account`)
}

/** @param {Client} client */
export async function list(client) {
  const { rows } = await client.query('SELECT * FROM accounts ORDER BY name')
  return rows.map(({ name, euros }) => `${name} ${euros}`).join(', ')
}
