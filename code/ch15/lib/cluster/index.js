export { logToPrimary } from './lines.js'
export { readMetrics } from './metrics.js'
export { serve } from './serve.js'
export { store } from './store.js'

// The types that programs name.
/** @typedef {import('./gauge.js').Figures} Figures */
/** @typedef {import('./metrics.js').Metrics} Metrics */
/** @typedef {import('./options.js').App} App */
/** @typedef {import('./options.js').AppContext} AppContext */
/** @typedef {import('./options.js').ClusterOptions} ClusterOptions */
/** @typedef {import('./schedules.js').Schedule} Schedule */
/** @typedef {import('./supervisor.js').Cluster} Cluster */
/** @typedef {import('./supervisor.js').ExitInfo} ExitInfo */
/** @typedef {import('./supervisor.js').WorkerInfo} WorkerInfo */
