export { readMetrics } from './metrics.js'
export { serve } from './serve.js'
export { store } from './store.js'
export { publish, subscribe } from './topics.js'

// The types that programs name.
/** @typedef {import('./child.js').Exit} Exit */
/** @typedef {import('./cluster.js').Cluster} Cluster */
/** @typedef {import('./cluster.js').WorkerInfo} WorkerInfo */
/** @typedef {import('./metrics.js').Figures} Figures */
/** @typedef {import('./metrics.js').Metrics} Metrics */
/** @typedef {import('./options.js').ClusterOptions} ClusterOptions */
/** @typedef {import('./worker.js').AppContext} AppContext */
