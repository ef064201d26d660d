import {
  identify,
  measureRequests,
  Metrics,
  requestId,
} from '../lib/observe/index.js'

/** @import { Server } from 'node:http' */
/** @import { Router } from '../lib/index.js' */

const metrics = new Metrics()
metrics.gauge('process_resident_memory_bytes', 'Memory in use.', () =>
  process.memoryUsage.rss(),
)

/** What each line of the log says of its request. */
export const context = () => ({ id: requestId() })

/**
 * Gives requests ids when they leave lines, and measures them when somebody may
 * look.
 *
 * @param {Router} router
 * @param {Server} server
 * @param {{ isLogged: boolean, isMeasured: boolean }} options
 */
export function observe(router, server, { isLogged, isMeasured }) {
  // With EDGE=1, all requests come through a proxy of ours.
  if (isLogged) router.use(identify({ trust: process.env.EDGE === '1' }))
  if (isMeasured) measureRequests(server, metrics)
}

/** For a scraper with a token. @param {Router} admin */
export function showNumbers(admin) {
  admin.get('/metrics', () => metrics.text())
}
