export { Router } from './app/router.js'
export { createServer } from './app/server.js'
export { VelocyError } from './common/errors.js'
export { readBody, skipBody } from './http/body.js'
export { evaluateConditions } from './http/conditions.js'
export { formatHttpDate, parseHttpDate } from './http/dates.js'
export { addVary, fieldOf } from './http/fields.js'
export { mediaTypeOf } from './http/media-types.js'
export { allowHeader } from './http/methods.js'
export { preferredLanguage, preferredType } from './http/negotiation.js'
export { logRequests } from './log/access.js'
export { flushOnExit } from './log/exit.js'
export { LogFile } from './log/file.js'
export { createLogger } from './log/logger.js'

// The types that programs name.
/** @typedef {import('./app/errors.js').ErrorHandler} ErrorHandler */
/** @typedef {import('./app/response.js').AnswerFields} AnswerFields */
/** @typedef {import('./http/fields.js').RequestHeaders} RequestHeaders */
/** @typedef {import('./log/logger.js').Logger} Logger */
/** @typedef {import('./router/route.js').Handler} Handler */
/** @typedef {import('./router/route.js').Match} Match */
/** @typedef {import('./app/request.js').Request} Request */
/** @typedef {import('./app/response.js').Response} Response */
/** @typedef {import('./app/router.js').RouterOptions} RouterOptions */
/** @typedef {import('./app/server.js').ServerOptions} ServerOptions */
/** @typedef {import('./app/layer.js').Next} Next */
/**
 * @template [Adds={}]
 * @template [Needs={}]
 * @typedef {import('./app/typed.js').Middleware<Adds, Needs>} Middleware
 */
