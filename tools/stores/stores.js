/** Real stores for tests, transcripts and benchmarks: Redis and PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./programs.js').StoreName} StoreName */
/** @typedef {import('./keeper.js').Report} Report */

/** The variable that has the address of each store. */
const variables = { redis: 'REDIS_URL', postgres: 'DATABASE_URL' }

export const storeNames = /** @type {StoreName[]} */ (Object.keys(variables))

const keeper = fileURLToPath(new URL('keeper.js', import.meta.url))

/**
 * @typedef {object} Stores
 * @property {Record<string, string>} env the addresses of those that run
 * @property {string[]} missing for each of the others, why it doesn't run
 * @property {number[]} pids of those that run; PostgreSQL has children
 * @property {() => Promise<void>} stop ends them, and removes what they wrote
 */

/**
 * Starts stores that hold nothing yet, on ports of their own, in temporary
 * folders. They end with this process, even if it is killed.
 *
 * @param {StoreName[]} names
 * @param {{ usualPorts?: boolean }} [options] whether to listen on 6379 and
 *   5432 where these are free
 * @returns {Promise<Stores>} never rejects because of a store
 */
export async function startStores(names, { usualPorts = false } = {}) {
  if (names.length === 0) {
    return { env: {}, missing: [], pids: [], stop: async () => {} }
  }
  const options = JSON.stringify({ names, usualPorts })
  const child = spawn(process.execPath, [keeper, options], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const line = once(createInterface(child.stdout), 'line')
  const [text] = await Promise.race([line, closed.then(() => ['{}'])])
  /** @type {Partial<Record<StoreName, Report>>} */
  const reports = JSON.parse(text)
  // It doesn't keep this process alive.
  child.stdout.destroy()
  child.unref()
  /** @type {Stores} */
  const stores = {
    env: {},
    missing: [],
    pids: [],
    async stop() {
      child.ref()
      child.stdin.end()
      await closed
    },
  }
  for (const name of names) {
    const report = reports[name] ?? { reason: 'its keeper ended' }
    if ('reason' in report) stores.missing.push(`${name}: ${report.reason}`)
    else {
      stores.env[variables[name]] = report.url
      stores.pids.push(report.pid)
    }
  }
  return stores
}
