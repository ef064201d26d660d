export { escapeHtml } from '../http/html.js'
export { compress } from './compress.js'
export { deleteCookie, getCookie, setCookie } from './cookies.js'
export { cors } from './cors.js'
export { csrf } from './csrf.js'
export { files } from './files.js'
export { multipart } from './multipart.js'
export { networkOf, rateLimit } from './rate-limit.js'
export * from './schema.js'
export { securityHeaders } from './security-headers.js'
export { sessions } from './sessions.js'
export { signer } from './signer.js'
export { timeLimit, warnOfSilence } from './time-limit.js'
export { trustProxy } from './trust-proxy.js'
export { validate } from './validate.js'

// The types that programs name.
/** @typedef {import('./cookies.js').CookieOptions} CookieOptions */
/** @typedef {import('./part.js').Part} Part */
/** @typedef {import('./rate-limit.js').RateLimitOptions} RateLimitOptions */
/** @typedef {import('./sessions.js').Session} Session */
/** @typedef {import('./sessions.js').SessionStore} SessionStore */
/** @typedef {import('./validate.js').Schemas} Schemas */
