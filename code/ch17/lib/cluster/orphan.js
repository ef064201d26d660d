import cluster from 'node:cluster'
import { leave } from './drain.js'

/**
 * A worker whose primary is gone ends what is under way, and goes as well:
 * nobody else would tell it to.
 *
 * @param {number} drainTimeout in ms; 0 is for ever
 */
export function outlivePrimary(drainTimeout) {
  // What node:cluster has to say to it then cannot be sent.
  cluster.worker?.on('error', () => {})
  process.prependOnceListener('disconnect', () => {
    // node:cluster would end the process at once, and clients with it.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    if (drainTimeout > 0) setTimeout(() => process.exit(1), drainTimeout)
    leave()
  })
}
