import { VelocyError } from '../common/errors.js'
import { spoiled } from './pool.js'

const UNDONE = 'A query had failed, so COMMIT has undone the transaction'

/**
 * @typedef {object} Queryable
 * @property {(text: string) => any} query
 */

/**
 * Runs a function between BEGIN and COMMIT. If it throws, or the signal has
 * aborted by its end, all it has done is undone with ROLLBACK. Transactions do
 * not nest: in PostgreSQL, the COMMIT of one inside another ends both.
 *
 * @template {Queryable} Client
 * @template T
 * @param {Client} client one that no other caller uses meanwhile
 * @param {(client: Client) => T | Promise<T>} work
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<T>} what the function returns, when it is committed.
 *   Rejects with what the function throws; with the signal's reason; with what
 *   the store says to BEGIN or COMMIT; and with ERR_VELOCY_ROLLED_BACK when the
 *   function has swallowed an error after which PostgreSQL commits nothing
 */
export async function transaction(client, work, { signal } = {}) {
  /** @param {string} text */
  const query = async (text) => client.query(text)
  signal?.throwIfAborted()
  await query('BEGIN')
  try {
    const result = await work(client)
    signal?.throwIfAborted()
    const ended = await query('COMMIT')
    if (ended?.command !== 'ROLLBACK') return result
    throw new VelocyError('ERR_VELOCY_ROLLED_BACK', UNDONE)
  } catch (error) {
    await query('ROLLBACK').catch(() => spoiled.add(client))
    throw error
  }
}
