import pg from 'pg'

export async function connect() {
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  return client
}

/** @param {pg.Client} client */
export const close = (client) => client.end()
