/** The stores that what is measured asks: started once for all of its rounds. */
import { programs } from '../stores/programs.js'
import { kinds, startStores, storeNames, whyNot } from '../stores/stores.js'
import { usageOf } from './processes.js'

/** @typedef {import('../stores/programs.js').StoreName} StoreName */
/** @typedef {{ stores?: StoreName[] }} Needing a definition or an entry */

/**
 * Cores of their own where some are left, else those of the client: what is
 * measured shares its own with nothing.
 *
 * @param {number[]} usable
 * @param {{ server: number[], client: number[] }} taken
 * @returns {{ cores: number[], shared: boolean }} no cores: not pinned
 */
export function coresOfStores(usable, { server, client }) {
  const left = usable.filter((core) => ![...server, ...client].includes(core))
  if (left.length > 0) return { cores: left.slice(-1), shared: false }
  return { cores: client, shared: client.length > 0 }
}

/** What PostgreSQL is told, which is not what it does by itself. */
const facts = 'PostgreSQL has fsync, synchronous_commit, full_page_writes off'

/**
 * @param {Needing} definition
 * @param {Needing[]} entries
 * @param {ReturnType<typeof coresOfStores>} place
 */
export async function openStores(definition, entries, { cores, shared }) {
  /** @param {Needing} entry */
  const neededBy = (entry) => entry.stores ?? definition.stores ?? []
  const needed = storeNames.filter((name) =>
    entries.some((entry) => neededBy(entry).includes(name)),
  )
  const stores = await startStores(needed, { cores })
  const versions = needed
    .filter((name) => stores.missing[name] === undefined)
    .map((name) => [name, programs[name]().version])
  const notes = [
    ...(shared ? ['They share the cores of the client'] : []),
    ...(needed.includes('postgres') ? [facts] : []),
  ]
  return {
    env: stores.env,
    /** Whether they share the client's cores. */
    shared,
    stop: () => stores.stop(),
    /** What a result says of them in its versions, and of the machine. */
    versions: Object.fromEntries(versions),
    machine:
      needed.length > 0
        ? { storeCores: cores, storesNote: `${notes.join('. ')}.` }
        : {},
    /** @param {Needing} entry @returns {string} why it can't run; '' if it can */
    whyNot: (entry) => whyNot(stores, neededBy(entry)),
    /** @param {Needing} entry whether its CPU time says something */
    isAsked: (entry) => neededBy(entry).length > 0,
    /** @returns {number} seconds of CPU that they have used so far */
    cpu: () => stores.pids.reduce((sum, pid) => sum + usageOf(pid).cpu, 0),
  }
}

/**
 * @param {Record<string, any>} raw a definition
 * @returns {string} what is wrong with the stores that it names; '' if nothing
 */
export function storesProblem({ stores = [], contenders }) {
  const named = [{ stores }, ...contenders].flatMap((one) => one.stores ?? [])
  const unknown = named.find((name) => !Object.hasOwn(kinds, name))
  if (unknown === undefined) return ''
  return `got the store "${unknown}", expected ${storeNames.join(' or ')}`
}
