/** @import { Cluster } from './cluster.js' */

/** What a shell reports of a program that SIGINT has ended: 128 and 2. */
const INTERRUPTED = 130

/** Two SIGINTs within this time are one Ctrl-C: npm sends a second, in ms. */
const TWICE = 500

/**
 * SIGTERM and SIGINT close the cluster, a second SIGINT kills it, and SIGHUP
 * reloads it.
 *
 * @param {Cluster} cluster
 */
export function heedSignals(cluster) {
  let interrupted = Infinity
  const close = async () => {
    await cluster.close()
    // serve() has not returned yet.
    if (!cluster.isStarted) process.exit()
  }
  const interrupt = async () => {
    const now = performance.now()
    interrupted = Math.min(interrupted, now)
    if (now - interrupted < TWICE) return close()
    await cluster.kill()
    process.exit(INTERRUPTED)
  }
  const reload = () => {
    // How it ends is told by an event.
    if (cluster.isStarted) cluster.reload().catch(() => {})
  }
  process.on('SIGTERM', close).on('SIGINT', interrupt).on('SIGHUP', reload)
  cluster.once('close', () => {
    process.off('SIGTERM', close).off('SIGINT', interrupt)
    process.off('SIGHUP', reload)
  })
}
