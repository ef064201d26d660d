import { setTimeout as sleep } from 'node:timers/promises'
import { VelocyError } from '../lib/index.js'
import { openPostgres } from './postgres.js'
import { openRedis } from './redis.js'
import { openSqlite } from './sqlite.js'

/** @import { Router } from '../lib/index.js' */

/**
 * @typedef {object} Store
 * @property {(name: string) => any} get the word of that name, or nothing
 * @property {() => unknown} ping throws, or never ends, when it is away
 * @property {() => unknown} close
 * @property {(error: any) => boolean} isAway whether an error of `get` says
 *   that the store could not be reached
 */

/** The variable that has the address of each. */
const VARIABLES = new Map([
  ['sqlite', 'SQLITE'],
  ['redis', 'REDIS_URL'],
  ['postgres', 'DATABASE_URL'],
])

/**
 * Opens the stores that have an address, and SQLite always. One that is away
 * is used as soon as it is there.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function openStores(env = process.env) {
  /** @type {Map<string, Store>} */
  const stores = new Map()
  stores.set('sqlite', await openSqlite(env.SQLITE))
  const { REDIS_URL, DATABASE_URL } = env
  try {
    if (REDIS_URL) stores.set('redis', await openRedis(REDIS_URL))
    if (DATABASE_URL) stores.set('postgres', await openPostgres(DATABASE_URL))
  } catch (/** @type {any} */ cause) {
    await closeStores(stores)
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error('A package is missing: npm install redis pg', { cause })
  }
  for (const [name, store] of stores) stores.set(name, guarded(name, store))
  return stores
}

/** @param {Map<string, Store>} stores */
export async function closeStores(stores) {
  await Promise.all([...stores.values()].map((store) => store.close()))
}

/**
 * @param {Router} router
 * @param {Map<string, Store>} stores
 */
export function serveStores(router, stores) {
  router.get('/db/:store/:word', async (req, res) => {
    const store = stores.get(req.params.store)
    if (store === undefined) return res.text(missing(req.params.store), 404)
    const word = await store.get(req.params.word)
    return word ?? res.text('There is no such word\n', 404)
  })
}

/** @param {string} name */
function missing(name) {
  const key = VARIABLES.get(name)
  if (key) return `${name} is not configured: set ${key}\n`
  return `There is no such store, only ${[...VARIABLES.keys()].join(', ')}\n`
}

/** In ms. */
const SECOND = 1000

/**
 * A store whose clients learn that it is away, and no more. Its error is
 * printed, once a second at the most.
 *
 * @param {string} name
 * @param {Store} store
 * @returns {Store}
 */
function guarded(name, store) {
  let printedAt = -SECOND
  const get = async (/** @type {string} */ word) => {
    try {
      return await store.get(word)
    } catch (/** @type {any} */ cause) {
      if (!store.isAway(cause)) throw cause
      if (performance.now() - printedAt > SECOND) {
        printedAt = performance.now()
        console.error(`${name} is away: ${cause.cause ?? cause}`)
      }
      throw new VelocyError('ERR_DEMO_STORE_AWAY', `${name} is away`, {
        status: 503,
        expose: true,
        headers: { 'retry-after': '1' },
        cause,
      })
    }
  }
  return { ...store, get }
}

/**
 * Whether each store answers within a second: `ok` or `down`.
 *
 * @param {Map<string, Store>} stores
 */
export async function statesOf(stores) {
  const stateOf = async (/** @type {Store} */ store) => {
    try {
      await store.ping()
      return 'ok'
    } catch {
      return 'down'
    }
  }
  const states = [...stores].map(async ([name, store]) => {
    const late = sleep(SECOND, 'down', { ref: false })
    return [name, await Promise.race([stateOf(store), late])]
  })
  return Object.fromEntries(await Promise.all(states))
}
