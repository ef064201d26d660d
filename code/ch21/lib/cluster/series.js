import { SeriesTable } from '../common/series-table.js'
import { tell } from './channel.js'
import { askPrimary } from './primary.js'

/** @import { Series } from '../common/series-table.js' */
/** @import { Child } from './child.js' */
/** @import { Cluster } from './cluster.js' */

/**
 * @typedef {object} Told
 * @property {Series[]} added since the last time
 * @property {Map<string, number>} gauges as they are now, by name
 */
/**
 * @typedef {object} Sums
 * @property {Map<string, Map<string, number[]>>} counts by metric, then by
 *   labels; they include those of workers that have ended
 * @property {Map<string, number>} gauges of those that run
 */

/** @type {Set<() => Told>} */
const sources = new Set()

/** @param {() => Told} take called before each heartbeat */
export const addSource = (take) => void sources.add(take)

/** Tells the primary what has been counted since the last time. */
export function tellSeries() {
  for (const take of sources) tell({ velocy: 'series', ...take() })
}

/**
 * The sums over all workers, for one of them. The others' are as old as their
 * last heartbeat.
 *
 * @returns {Promise<Sums>}
 */
export function readSeries() {
  tellSeries()
  return askPrimary('series')
}

/**
 * Adds up, in the primary, what the workers tell.
 *
 * @param {Cluster} cluster
 * @returns {() => Sums}
 */
export function collectSeries(cluster) {
  const table = new SeriesTable()
  /** @type {WeakMap<Child, Map<string, number>>} */
  const last = new WeakMap()
  cluster.on('message', (child, message) => {
    if (message.velocy !== 'series') return
    for (const series of message.added) table.add(series)
    last.set(child, message.gauges)
  })
  return () => {
    /** @type {Map<string, number>} */
    const gauges = new Map()
    for (const child of cluster.children) {
      for (const [name, value] of last.get(child) ?? []) {
        gauges.set(name, (gauges.get(name) ?? 0) + value)
      }
    }
    return { counts: table.metrics, gauges }
  }
}
