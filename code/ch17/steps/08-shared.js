import { close, connect } from './06-postgres.js'
import { add, list, open } from './08-accounts.js'

const client = await connect()
await open(client)

/** @param {string} from @param {string} to */
async function transfer(from, to) {
  await client.query('BEGIN')
  try {
    await add(client, from, -30)
    await add(client, to, 30)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

await Promise.allSettled([transfer('Ada', 'Bo'), transfer('Ada', 'Boo')])
console.log(await list(client))
await close(client)
