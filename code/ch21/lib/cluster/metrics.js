import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { askPrimary, isAlone, tell } from './channel.js'

/** @import { Server } from 'node:http' */
/** @import { Series } from '../common/series-table.js' */
/** @import { WorkerInfo } from './cluster.js' */

/**
 * @typedef {object} Figures what a worker tells with each heartbeat
 * @property {number} rss memory of the process, in bytes
 * @property {number} heapUsed memory of its JavaScript objects, in bytes
 * @property {number} loopDelay the longest delay of the event loop since the
 *   heartbeat before, in ms; the first 20 ms after that are not measured
 * @property {number} connections that are open
 * @property {number} requests since the worker started
 */
/** How often the event loop's delay is measured, in ms. */
const RESOLUTION = 20

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
let requests = 0

/**
 * Tells the primary now and then that the event loop runs, and how the worker
 * is.
 *
 * @param {Server} server
 * @param {number} interval in ms
 */
export function beat(server, interval) {
  subscribe('http.server.request.start', (/** @type {any} */ message) => {
    if (message.server === server) requests++
  })
  delay.enable()
  setInterval(() => tellFigures(server), interval).unref()
  tellFigures(server)
}

/** @param {Server} server */
export async function tellFigures(server) {
  const { rss, heapUsed } = process.memoryUsage()
  const loopDelay = Math.max(0, delay.max / 1e6 - RESOLUTION)
  delay.reset()
  /** @type {number} */
  const connections = await new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count ?? 0))
  })
  const figures = { rss, heapUsed, loopDelay, connections, requests }
  tell({ velocy: 'heartbeat', figures })
  tellSeries()
}

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
function tellSeries() {
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
 * @typedef {object} Metrics
 * @property {(WorkerInfo & Figures & { figuresAge: number })[]} workers with
 *   their last figures, and how old those are, in ms
 * @property {Figures} total sums; of loopDelay the maximum; requests include
 *   those of workers that have ended. Memory that processes share is counted
 *   for each of them
 */

const NONE = { rss: 0, heapUsed: 0, loopDelay: 0, connections: 0, requests: 0 }

/**
 * @param {Figures[]} all
 * @returns {Figures}
 */
export const sum = (all) =>
  all.reduce(
    (total, one) => ({
      rss: total.rss + one.rss,
      heapUsed: total.heapUsed + one.heapUsed,
      loopDelay: Math.max(total.loopDelay, one.loopDelay),
      connections: total.connections + one.connections,
      requests: total.requests + one.requests,
    }),
    NONE,
  )

/**
 * The metrics of the cluster, for one of its workers; without a cluster, zeros.
 *
 * @returns {Promise<Metrics>}
 */
export async function readMetrics() {
  return isAlone() ? { workers: [], total: NONE } : askPrimary('metrics')
}
