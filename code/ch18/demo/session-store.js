import { VelocyError } from '../lib/index.js'
import { inTime } from './redis.js'

/** @import { SessionStore } from '../lib/middleware/index.js' */

/**
 * Keeps sessions in Redis, for several servers, and beyond their end.
 *
 * @param {any} client of the package redis
 * @returns {SessionStore} whose errors have the status 503
 */
export const sessionsIn = (client) => ({
  get: async (key) => JSON.parse((await ask(client.get(key))) ?? 'null'),
  set: (key, value, { ttl }) =>
    ask(client.set(key, JSON.stringify(value), { PX: ttl })),
  delete: (key) => ask(client.del(key)),
})

/** @param {Promise<any>} answer */
const ask = (answer) => inTime(answer).catch(away)

/** @param {unknown} cause */
function away(cause) {
  const options = { status: 503, expose: true, cause }
  throw new VelocyError('ERR_DEMO_AWAY', 'The sessions are away', options)
}
