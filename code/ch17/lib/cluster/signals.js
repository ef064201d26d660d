import { replaceChild } from './reload.js'

/** @import { Child } from './child.js' */
/** @import { Cluster } from './supervisor.js' */

/** What a shell says of a program that SIGINT has ended: 128 and its number. */
const INTERRUPTED = 130

/**
 * SIGTERM and SIGINT close the cluster, and SIGINT ends it at once while it
 * closes; SIGHUP reloads.
 *
 * @param {Cluster} cluster
 */
export function heedSignals(cluster) {
  if (!cluster.settings.signals) return
  /** @param {NodeJS.Signals} signal */
  const close = async (signal) => {
    const isAgain = cluster.isClosing && signal === 'SIGINT'
    await (isAgain ? cluster.kill() : cluster.close())
    if (isAgain) process.exit(INTERRUPTED)
    // serve() has not returned, and has nothing to return any more.
    if (!cluster.isStarted) process.exit()
  }
  const reload = () => {
    // Workers that are only starting load what is there now.
    if (!cluster.isStarted) return
    // How it ends is told by its event.
    cluster.reload().catch(() => {})
  }
  process.on('SIGTERM', close).on('SIGINT', close).on('SIGHUP', reload)
  cluster.once('close', () => {
    process.off('SIGTERM', close).off('SIGINT', close).off('SIGHUP', reload)
  })
}

/**
 * Replaces a worker that somebody has sent SIGTERM. It leaves, even where no
 * other one can start.
 *
 * @param {Cluster} cluster
 */
export function replaceTerminated(cluster) {
  cluster.on('message', async (/** @type {Child} */ child, { velocy }) => {
    if (velocy !== 'terminated' || child.state !== 'ready') return
    await replaceChild(cluster, child, 'signal').catch(() => {})
    child.drain('signal')
  })
}
