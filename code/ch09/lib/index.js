export { VelocyError } from './errors.js'
export { Router } from './router.js'
export { createServer } from './server.js'
