export { WorkerPool } from './pool.js'
export { moved } from './runner.js'

// The types that programs name.
/** @typedef {import('./options.js').PoolOptions} PoolOptions */
/** @typedef {import('./options.js').RunOptions} RunOptions */
/** @typedef {import('./pool.js').PoolStats} PoolStats */
/** @typedef {import('./runner.js').TaskContext} TaskContext */
