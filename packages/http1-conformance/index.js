export { areaNames, rows } from './cases/index.js'
export { exchange } from './exchange.js'
export { count, notMirrored, reportLines, tryAll } from './run.js'
export { tryCase } from './verdict.js'
