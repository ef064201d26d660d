export { Cache } from './cache.js'
export { Pool } from './pool.js'
export { transaction } from './transaction.js'

// The types that programs name.
/** @typedef {import('./cache.js').CacheOptions} CacheOptions */
/**
 * @template Client
 * @typedef {import('./options.js').PoolOptions<Client>} PoolOptions
 */
/** @typedef {import('./pool.js').PoolStats} PoolStats */
