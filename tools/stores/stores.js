/** Real stores for tests, transcripts and benchmarks: Redis and PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** @typedef {import('./programs.js').StoreName} StoreName */
/** @typedef {import('./keeper.js').Report} Report */

/** The variable that has the address of each store, and its usual port. */
export const kinds = {
  redis: { variable: 'REDIS_URL', port: 6379 },
  postgres: { variable: 'DATABASE_URL', port: 5432 },
}

export const storeNames = /** @type {StoreName[]} */ (Object.keys(kinds))

const keeper = fileURLToPath(new URL('keeper.js', import.meta.url))

/**
 * @typedef {object} Stores
 * @property {Record<string, string>} env the addresses of those that run
 * @property {Partial<Record<StoreName, string>>} missing for each of the
 *   others, why it doesn't run
 * @property {number[]} pids of those that run; PostgreSQL has children
 * @property {() => Promise<void>} stop ends them, and removes what they wrote
 */

/**
 * Starts stores that hold nothing yet, on ports of their own, in temporary
 * folders. They end with this process, even if it is killed. One that ends
 * earlier is there again two seconds later, on the same port.
 *
 * @param {StoreName[]} names
 * @param {{ usualPorts?: boolean, cores?: number[] }} [options] whether to
 *   listen on 6379 and 5432 where these are free; the only cores to use
 * @returns {Promise<Stores>} never rejects because of a store
 */
export async function startStores(names, options = {}) {
  const { usualPorts = false, cores = [] } = options
  if (names.length === 0) {
    return { env: {}, missing: {}, pids: [], stop: async () => {} }
  }
  const ports = names.map((name) => (usualPorts ? kinds[name].port : 0))
  const wanted = JSON.stringify(names.map((name, i) => [name, ports[i]]))
  const pinned = cores.length > 0 ? ['taskset', '-c', cores.join(',')] : []
  const [file, ...args] = [...pinned, process.execPath, keeper, wanted]
  const child = spawn(file, args, {
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
    missing: {},
    pids: [],
    async stop() {
      child.ref()
      child.stdin.end()
      await closed
    },
  }
  for (const name of names) {
    const report = reports[name] ?? { reason: 'its keeper ended' }
    if ('reason' in report) stores.missing[name] = report.reason
    else {
      stores.env[kinds[name].variable] = report.url
      stores.pids.push(report.pid)
    }
  }
  return stores
}

/**
 * @param {Stores} stores
 * @param {StoreName[]} names that are needed
 * @returns {string} why some of them don't run, as one line; '' if all do
 */
export function whyNot({ missing }, names) {
  return names
    .flatMap((name) => missing[name] ?? [])
    .map((reason) => reason.split('\n').slice(0, 2).join(': '))
    .join('; ')
}

/**
 * @param {string[]} reasons for each transcript that could not be run
 * @returns {string} a line that verify repeats at its end
 */
export function sayMissed(reasons) {
  const all = [...new Set(reasons.flatMap((reason) => reason.split('; ')))]
  const count = reasons.length
  const what = count === 1 ? '1 transcript was' : `${count} transcripts were`
  return `missing: ${what} not run: ${all.join('; ')}`
}

/**
 * @param {string} output of a check
 * @returns {string} what it says of transcripts that it could not run; ''
 *   where it has run all
 */
export const missedIn = (output) => /^missing: (.+)$/m.exec(output)?.[1] ?? ''
