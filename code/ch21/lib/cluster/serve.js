import cluster from 'node:cluster'
import { VelocyError } from '../common/errors.js'
import { answerWorkers } from './answers.js'
import { Cluster } from './cluster.js'
import { settingsOf } from './options.js'
import { report } from './reports.js'
import { heedSignals } from './signals.js'

/** @import { ClusterOptions } from './options.js' */

/** @type {Cluster | undefined} */
let running

/**
 * Serves an app by several processes, and resolves when they are all ready.
 *
 * @param {URL | string} app the URL or the absolute path of a module whose
 *   default export is a Router, a server, or a function that returns one of
 *   them
 * @param {ClusterOptions} [options]
 * @returns {Promise<Cluster>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_CLUSTER_START when a
 *   worker does not start; ERR_VELOCY_CLUSTER_SECOND in a worker, and while
 *   this process has a cluster
 */
export async function serve(app, options) {
  const settings = settingsOf(app, options)
  if (cluster.isWorker || running) {
    const where = running ? 'a process that has a cluster' : 'a worker'
    const message = `serve() was called in ${where}: call it once, in the primary`
    throw new VelocyError('ERR_VELOCY_CLUSTER_SECOND', message)
  }
  const supervisor = new Cluster(settings)
  running = supervisor
  supervisor.once('close', () => {
    running = undefined
  })
  report(supervisor)
  answerWorkers(supervisor)
  if (settings.signals) heedSignals(supervisor)
  await supervisor.start()
  return supervisor
}
