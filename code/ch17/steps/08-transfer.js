import { Pool } from '../lib/data/pool.js'
import { transaction } from '../lib/data/transaction.js'
import { close, connect } from './06-postgres.js'
import { add, list, open } from './08-accounts.js'

const pool = new Pool({ connect, close })
await pool.use(open)

/** @param {string} from @param {string} to */
const transfer = (from, to) =>
  pool.use((client) =>
    transaction(client, async () => {
      await add(client, from, -30)
      await add(client, to, 30)
    }),
  )

await Promise.allSettled([transfer('Ada', 'Bo'), transfer('Ada', 'Boo')])
console.log(await pool.use(list))

const swallowed = pool.use((client) =>
  transaction(client, async () => {
    await add(client, 'Ada', 1000)
    await add(client, 'Bo', -1000).catch(() => {})
  }),
)
await swallowed.catch((error) => console.log(error.code))
console.log(await pool.use(list))
await pool.close()
