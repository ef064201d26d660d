export { moved } from './moved.js'
export { WorkerPool } from './pool.js'
export { Ring } from './ring.js'

// The types that programs name.
/** @typedef {import('./options.js').PoolOptions} PoolOptions */
/** @typedef {import('./options.js').RunOptions} RunOptions */
/** @typedef {import('./place.js').CrashInfo} CrashInfo */
/** @typedef {import('./pool.js').PoolStats} PoolStats */
/** @typedef {import('./task-context.js').TaskContext} TaskContext */
