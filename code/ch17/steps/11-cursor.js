import { transaction } from '../lib/data/index.js'
import { close, connect } from './06-postgres.js'

/** @import { Client } from 'pg' */
/** @import { Pool } from '../lib/data/index.js' */

/**
 * @param {Client} client in a transaction
 * @param {string} text of a SELECT
 */
async function* fetchRows(client, text) {
  await client.query(`DECLARE export CURSOR FOR ${text}`)
  for (;;) {
    const { rows } = await client.query('FETCH 1000 FROM export')
    if (rows.length === 0) return
    yield rows
  }
}

/** @param {any} client whose query is to end */
async function cancel({ processID }) {
  const other = await connect()
  await other
    .query('SELECT pg_cancel_backend($1)', [processID])
    .finally(() => close(other))
}

/**
 * The rows of a query, a thousand at a time. A client of the pool is lent for
 * as long as the loop over them takes.
 *
 * @param {Pool<Client>} pool
 * @param {string} text of a SELECT
 * @param {AbortSignal} signal of the request
 */
export async function* rowsOf(pool, text, signal) {
  /** @type {PromiseWithResolvers<{ client: Client, limit: AbortSignal }>} */
  const lent = Promise.withResolvers()
  /** @type {PromiseWithResolvers<void>} */
  const done = Promise.withResolvers()
  const lend = (
    /** @type {Client} */ client,
    /** @type {AbortSignal} */ limit,
  ) =>
    transaction(client, () => {
      lent.resolve({ client, limit })
      return done.promise
    })
  const lending = pool.use(lend, { signal })
  lending.catch(lent.reject)
  const { client, limit } = await lent.promise
  /** @type {Promise<unknown> | undefined} */
  let cancelling
  limit.onabort = () => {
    cancelling = cancel(client).catch(() => {})
  }
  try {
    yield* fetchRows(client, text)
  } catch (error) {
    done.reject(error)
  } finally {
    limit.onabort = null
    await cancelling
    done.resolve()
    await lending
  }
}
