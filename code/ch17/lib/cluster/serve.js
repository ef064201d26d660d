import cluster from 'node:cluster'
import { VelocyError } from '../common/errors.js'
import { shared } from '../common/shared.js'
import { answerWorkers } from './answers.js'
import { Refilling } from './crashes.js'
import { endHung } from './hung.js'
import { keepLimits } from './limits.js'
import { takeLines } from './lines.js'
import { settingsOf } from './options.js'
import { report } from './reports.js'
import { setSchedule } from './schedules.js'
import { self } from './self.js'
import { heedSignals, replaceTerminated } from './signals.js'
import { Cluster } from './supervisor.js'
import { closeUntaken } from './untaken.js'
import { work } from './worker.js'

/** @import { App, ClusterOptions, Settings } from './options.js' */

/** What serve() was called with first. @type {{ app?: App }} */
const first = shared('cluster', () => ({}))

/**
 * Serves an app by several processes, and resolves when they are all ready.
 *
 * @param {App} app a module whose default export is a Router, a server, or a
 *   function that returns one of them; or such a Router or function itself:
 *   then this program is run again by each worker, and what stands behind
 *   `await serve(…)` only by the primary
 * @param {ClusterOptions} [options]
 * @returns {Promise<Cluster>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_CLUSTER_START when
 *   workers cannot start; ERR_VELOCY_CLUSTER_SCHEDULE and
 *   ERR_VELOCY_CLUSTER_SECOND when they would not be like those before, or have
 *   the port of a cluster that there is
 */
export async function serve(app, options) {
  const settings = settingsOf(app, options)
  if (cluster.isWorker) return serveInWorker(app)
  checkProgram(app, settings)
  setSchedule(settings.schedule)
  const supervisor = new Cluster(settings)
  report(supervisor)
  new Refilling(supervisor)
  endHung(supervisor)
  keepLimits(supervisor)
  replaceTerminated(supervisor)
  answerWorkers(supervisor)
  takeLines(supervisor)
  closeUntaken(supervisor)
  heedSignals(supervisor)
  await supervisor.start()
  return supervisor
}

/**
 * @param {App} app
 * @returns {Promise<never>} what stands behind is for the primary
 */
async function serveInWorker(app) {
  if (!self.isWorker || self.isTaken) {
    throw new VelocyError(
      'ERR_VELOCY_CLUSTER_SECOND',
      'serve() was called in a worker that serves already, or is of another ' +
        'cluster: call it in the primary only, and export the app',
    )
  }
  await work(app)
  return new Promise(() => {})
}

/**
 * A program that is run again comes to its first call of serve() and no
 * further, so it is that call which must be meant.
 *
 * @param {App} app
 * @param {Settings} settings
 */
function checkProgram(app, settings) {
  first.app ??= app
  if (settings.app !== null) return
  if (first.app === app && process.argv[1] !== undefined) return
  throw new VelocyError(
    'ERR_VELOCY_CLUSTER_SECOND',
    'serve() got an app itself, whose workers run the file of this program ' +
      'again, as far as its first call of serve(). This is another one: name ' +
      'a module that exports the app',
  )
}
