export { Cache } from './cache.js'
export { Pool, transaction } from './pool.js'

// The types that programs name.
/** @typedef {import('./cache.js').CacheOptions} CacheOptions */
/**
 * @template Client
 * @typedef {import('./pool.js').PoolOptions<Client>} PoolOptions
 */
/** @typedef {import('./pool.js').PoolStats} PoolStats */
