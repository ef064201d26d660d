import { createHash, timingSafeEqual } from 'node:crypto'
import { fieldOf, VelocyError } from '../lib/index.js'

/** @import { Middleware, Router } from '../lib/index.js' */

/**
 * Tells how long the answer took to make (Server-Timing).
 *
 * @type {Middleware}
 */
const timed = async (_req, res, next) => {
  const start = performance.now()
  try {
    return await next()
  } finally {
    const ms = (performance.now() - start).toFixed(3)
    if (!res.headersSent) res.setHeader('server-timing', `total;dur=${ms}`)
  }
}

/**
 * What only those may see who run the server.
 *
 * @param {Router} admin
 * @param {string} token that they send
 * @param {() => object} health
 * @param {Router} router whose routes they may look at
 */
export function administer(admin, token, health, router) {
  admin.use(timed, authenticate(token))
  admin.get('/health', health)
  admin.get('/routes', () => `${router}\n`)
}

/**
 * @param {string} token
 * @returns {Middleware}
 */
function authenticate(token) {
  const expected = digestOf(token)
  return (req) => {
    const credentials = fieldOf(req.headers, 'authorization') ?? ''
    const given = /^Bearer +(\S+)$/i.exec(credentials)?.[1] ?? ''
    if (timingSafeEqual(digestOf(given), expected)) return
    throw new VelocyError('ERR_DEMO_TOKEN', 'a token is needed', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

/**
 * Of all texts it is as long: to compare two takes always the same time.
 *
 * @param {string} text
 */
const digestOf = (text) => createHash('sha256').update(text).digest()
