/** @import { Logger } from '../log/logger.js' */
/** @import { BreakerInfo } from './crashes.js' */
/** @import { Cluster, ExitInfo, WorkerInfo } from './supervisor.js' */

/**
 * Writes what happens to workers into the log. Without one, what has failed is
 * printed.
 *
 * @param {Cluster} cluster
 */
export function report(cluster) {
  const { log } = cluster.settings
  cluster.on('ready', (/** @type {WorkerInfo} */ { id, pid, generation }) => {
    log?.info('worker ready', { worker: id, pid, generation })
  })
  cluster.on('exit', (/** @type {ExitInfo} */ exit) => {
    const { id, reason, failure, age, ...rest } = exit
    const isMeant = exit.code === 0 && reason !== 'crash'
    const fields = { worker: id, ...rest, reason, age: Math.round(age) }
    if (isMeant) log?.info('worker ended', fields)
    else if (log) log.warn('worker ended', { ...fields, error: failure?.text })
    else if (cluster.isStarted && !cluster.isClosing)
      console.error(inWords(exit))
  })
  cluster.on('breaker', (/** @type {BreakerInfo} */ { isOpen, crashes }) => {
    const text = isOpen
      ? `${crashes} crashes in a row: workers take turns now`
      : 'a worker lives: all are started'
    if (log) log.warn(text)
    else console.error(text)
  })
  cluster.on('reload', ({ generation, replaced, error }) => {
    if (!error) log?.info('reloaded', { generation, replaced })
    else if (log) log.error(error.message, { generation, replaced })
    else console.error(error.message)
  })
}

/** @param {ExitInfo} exit */
function inWords({ id, pid, code, signal, reason, age, failure }) {
  const how = signal ?? `exit code ${code}`
  const text = failure?.isPrinted ? failure.message : failure?.text
  const seconds = (age / 1000).toFixed(1)
  const why = text === undefined ? how : `${how}: ${text}`
  return `Worker ${id} (process ${pid}) ended after ${seconds} s (${reason}): ${why}`
}
