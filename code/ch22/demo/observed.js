import {
  identify,
  Metrics,
  measureRequests,
  requestId,
} from '../lib/observe/index.js'

/** @import { Server } from 'node:http' */
/** @import { Logger, Router } from '../lib/index.js' */

const metrics = new Metrics()
metrics.gauge('process_resident_memory_bytes', 'Memory in use.', () =>
  process.memoryUsage.rss(),
)

/** What each line of the log says of its request. */
export const context = () => ({ id: requestId() })

/**
 * Gives requests ids if they leave lines, and measures them if somebody may
 * look.
 *
 * @param {Router} router
 * @param {Server} server
 * @param {{ log?: Logger, adminToken?: string }} options
 */
export function observe(router, server, { log, adminToken }) {
  // With EDGE=1, all requests come through a proxy of ours.
  if (log) router.use(identify({ trust: process.env.EDGE === '1' }))
  if (adminToken) measureRequests(server, metrics)
}

/** For a scraper with a token. @param {Router} admin */
export function showNumbers(admin) {
  admin.get('/metrics', () => metrics.text())
}
