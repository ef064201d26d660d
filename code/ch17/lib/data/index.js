export { Pool } from './pool.js'
export { transaction } from './transaction.js'

// The types that programs name.
/**
 * @template Client
 * @typedef {import('./options.js').PoolOptions<Client>} PoolOptions
 */
/** @typedef {import('./pool.js').PoolStats} PoolStats */
