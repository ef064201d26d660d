// ANCHOR: index
export { logRequests } from './access-log.js'
export { readBody, skipBody } from './body.js'
export { VelocyError } from './common/errors.js'
export { flushOnExit } from './log-exit.js'
export { LogFile } from './log-file.js'
export { createLogger } from './logger.js'
export { Router } from './router.js'
export { createServer } from './server.js'
// ANCHOR_END: index
