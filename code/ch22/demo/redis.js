import { once } from 'node:events'
import { VelocyError } from '../lib/index.js'

/** @import { SessionStore } from '../lib/middleware/index.js' */
/** @import { Store } from './stores.js' */

/** How long an answer may take, in ms. */
const LIMIT = 2000
const WORDS = ['hey', 'hell', 'hello', 'about']

/**
 * One connection for all requests: the package sends what is asked in one turn
 * of the event loop together. It connects in the background, again and again.
 *
 * @param {string} url
 * @returns {Promise<Store>}
 */
export async function openRedis(url) {
  // The package's own error would print the password.
  if (!URL.canParse(url)) throw new Error('The address of Redis is no URL')
  const { createClient, ErrorReply } = await import('redis')
  const client = createClient({
    url,
    socket: { reconnectStrategy: (retries) => Math.min(retries * 50, 500) },
    // What cannot be sent now fails now.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    commandOptions: { timeout: 0 },
  })
  const words = Object.fromEntries(WORDS.map((name) => [`word:${name}`, name]))
  // A Redis that has started again may have forgotten everything.
  client.on('ready', () => client.mSet(words).catch(() => {}))
  client.on('error', () => {})
  client.connect().catch(() => {})
  // The first attempt ends with one or the other, unless Redis hangs.
  const signal = AbortSignal.timeout(LIMIT)
  await once(client, 'ready', { signal }).catch(() => {})
  return {
    get: (name) => inTime(client.get(`word:${name}`)),
    ping: () => client.ping(),
    close: () => client.destroy(),
    isAway: (error) => !(error instanceof ErrorReply),
  }
}

/**
 * Waits for an answer, and gives up after a while: the package's own limit ends
 * when a command has been sent.
 *
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
function inTime(answer) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Redis has not answered for ${LIMIT} ms`))
    }, LIMIT)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Keeps sessions in Redis, for several servers, and beyond their end.
 *
 * @param {any} client of the package
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
